"""A page in a browser, and what went wrong or over the wire while it was open."""

NARROW, WIDE = 390, 1200


class Seen:
    """A page, and what went wrong or over the wire while it was open."""

    def __init__(self, browser, path, width=NARROW, scheme="light"):
        self.said, self.fetched = [], []
        self.page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page.set_default_timeout(5000)
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.fetched.append(request.url))
        self.page.goto(path.as_uri())

    def charts(self, number):
        self.page.wait_for_function(f"document.querySelectorAll('.vega > svg, .vega svg').length >= {number}")
        return self.page.locator(".vega svg.marks").count()

    def width(self, screen):
        self.page.set_viewport_size({"width": screen, "height": 900})
        self.page.wait_for_timeout(60)
        return self.page.evaluate("document.documentElement.scrollWidth")

    def cells(self):
        return self.page.locator("td, th").all_inner_texts()

    def holds(self, path):
        """Nothing failed and nothing but the page was fetched."""
        assert self.said == []
        outside = [url for url in self.fetched if not url.startswith("data:")]
        assert outside == [path.as_uri()]
        self.page.close()


def contrast(one, other):
    """The contrast ratio of two colours (WCAG 2.2, 1.4.3), 1 to 21."""

    def light(colour):
        parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
        red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)
