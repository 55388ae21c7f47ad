package dev.daybook.explorer.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A tab with the memory explorer, in a browser profile of its own; it records what the browser complains about. */
final class ExplorerTab implements AutoCloseable {

    private static final Pattern UNREAD = Pattern.compile("^…$");

    /** The browser reports each answer of 404. */
    private static final String NOT_FOUND =
            "Failed to load resource: the server responded with a status of 404 (Not Found)";

    /** The one answer of 404 that every test expects: a space whose bank is off has none. */
    private static final Pattern BANK = Pattern.compile("/v1/spaces/[^/]+/bank(:\\d+)*$");

    final Page page;

    /** Errors on the console, refused content (the content security policy) and uncaught exceptions. */
    final List<String> complaints = new ArrayList<>();

    /** Further addresses that are expected to be missing. */
    private final List<Pattern> missing = new ArrayList<>(List.of(BANK));

    /** Addresses of all requests. */
    final List<String> requests = new ArrayList<>();

    private final BrowserContext context;

    private ExplorerTab(Browser.NewContextOptions options) {
        context = HeadlessChromium.get().newContext(options);
        page = context.newPage();
        page.onConsoleMessage(message -> {
            boolean isComplaint =
                    message.type().equals("error") || message.type().equals("warning");
            if (isComplaint && !isExpected(message)) {
                complaints.add(message.text() + " " + message.location());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
    }

    private boolean isExpected(ConsoleMessage message) {
        return message.text().equals(NOT_FOUND)
                && missing.stream()
                        .anyMatch(address -> address.matcher(message.location()).find());
    }

    /** Expects answers of 404 for entries, such as those that were erased. */
    void expectErasedEntries() {
        missing.add(Pattern.compile("/v1/spaces/[^?]*/entries/"));
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

    /** Types into a combobox and takes its first suggestion. */
    static void choose(Locator combobox, String text) {
        combobox.fill(text);
        combobox.press("Enter");
    }

    /** Returns the field for a key. */
    Locator key() {
        return page.getByLabel("Key", new Page.GetByLabelOptions().setExact(true));
    }

    /** Loads the page and gives it a key. */
    void signIn(ServedMemory memory, String key) {
        page.navigate(memory.address());
        key().fill(key);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Use this key"))
                .click();
        page.getByRole(AriaRole.TAB).first().waitFor();
    }

    @Override
    public void close() {
        context.close();
    }
}
