package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A tab with the memory explorer, in a browser profile of its own; it records what the browser complains about. */
final class ExplorerTab implements AutoCloseable {

    private static final Pattern UNREAD = Pattern.compile("^…$");

    /** The browser reports each answer of 404; the page expects one from a bank that is off, and for erased entries. */
    private static final String NOT_FOUND =
            "Failed to load resource: the server responded with a status of 404 (Not Found)";

    final Page page;

    /** Errors on the console, refused content (the content security policy) and uncaught exceptions. */
    final List<String> complaints = new ArrayList<>();

    /** Addresses of all requests. */
    final List<String> requests = new ArrayList<>();

    private final BrowserContext context;

    private ExplorerTab(Browser.NewContextOptions options) {
        context = HeadlessChromium.get().newContext(options);
        page = context.newPage();
        page.onConsoleMessage(message -> {
            boolean isComplaint =
                    message.type().equals("error") || message.type().equals("warning");
            if (isComplaint && !message.text().equals(NOT_FOUND)) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
    }

    static ExplorerTab wide() {
        return new ExplorerTab(new Browser.NewContextOptions().setViewportSize(1280, 800));
    }

    static ExplorerTab wide(ColorScheme colours) {
        return new ExplorerTab(
                new Browser.NewContextOptions().setViewportSize(1280, 800).setColorScheme(colours));
    }

    /** As small as a picture in a document can be read. */
    static ExplorerTab ofPictures() {
        return new ExplorerTab(new Browser.NewContextOptions().setViewportSize(1080, 760));
    }

    /** A small telephone. */
    static ExplorerTab narrow() {
        return new ExplorerTab(new Browser.NewContextOptions().setViewportSize(360, 640));
    }

    static ExplorerTab in(String timeZone, String locale) {
        return new ExplorerTab(new Browser.NewContextOptions()
                .setViewportSize(1280, 800)
                .setTimezoneId(timeZone)
                .setLocale(locale));
    }

    /** Loads a panel. */
    Locator show(ServedMemory memory, ExplorerPanel panel) {
        return load(memory.address() + panel.hash(), panel);
    }

    /** Loads a panel of a scope of the default space. */
    Locator show(String address, ExplorerPanel panel, String scope) {
        return load(address + panel.hash() + "?space=default&scope=" + scope, panel);
    }

    private Locator load(String address, ExplorerPanel panel) {
        // A change of the part after # alone loads nothing.
        page.navigate("about:blank");
        page.navigate(address);
        Locator shown = page.locator(panel.selector());
        shown.waitFor();
        return shown;
    }

    /** Waits until everything that the panel asked for is answered; the stream of events has no end. */
    void settle() {
        assertThat(page.locator("[aria-busy=true]")).hasCount(0);
        assertThat(page.locator(".line-text").filter(new Locator.FilterOptions().setHasText(UNREAD)))
                .hasCount(0);
    }

    /** Returns the field for a key. */
    Locator key() {
        return page.getByLabel("Key", new Page.GetByLabelOptions().setExact(true));
    }

    @Override
    public void close() {
        context.close();
    }
}
