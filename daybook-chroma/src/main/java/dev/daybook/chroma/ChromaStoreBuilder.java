package dev.daybook.chroma;

import dev.daybook.data.Space;
import dev.daybook.hash.HashVectors;
import dev.daybook.spi.Embedder;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How to open a {@link ChromaStore}. What is not said is as jeevesagent and Chroma have it. */
public final class ChromaStoreBuilder {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** So often what other programs wrote is looked for: two or three short requests a space. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    /** A few hundred bytes each: the largest scope that the library holds in memory, and some more. */
    private static final long RESIDENT = 400_000;

    private final URI url;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String tenant = "default_tenant";
    private String episodes = "jeeves_episodes";
    private String facts = "jeeves_facts";
    private Duration timeout = TIMEOUT;
    private Duration look = LOOK;
    private String owner = "process " + ProcessHandle.current().pid();
    private boolean takeOver = true;
    private Embedder embedder = new HashVectors(HashVectors.DEFAULT_DIMENSIONS).embedder();
    private Clock clock = Clock.systemUTC();

    ChromaStoreBuilder(URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || url.getHost() == null) {
            throw new IllegalArgumentException("url is '" + url + "'; give one as http://127.0.0.1:8000");
        }
        String text = url.toString();
        this.url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    /** The tenant of the server; it is made if it is missing. {@code default_tenant} unless given. */
    public ChromaStoreBuilder tenant(String name) {
        this.tenant = plain("tenant", name);
        return this;
    }

    /**
     * The collections that other programs read. {@code jeeves_episodes} and {@code jeeves_facts} unless given. Names have 3
     * to 400 characters of {@code [a-zA-Z0-9._-]}, the first and the last a letter or digit.
     */
    public ChromaStoreBuilder collections(String episodes, String facts) {
        if (episodes.equals(facts)) {
            throw new IllegalArgumentException(
                    "collections are both '" + facts + "'; episodes and facts need one each");
        }
        this.episodes = plain("episodes", episodes);
        this.facts = plain("facts", facts);
        return this;
    }

    private static String plain(String what, String name) {
        if (!Names.isPlain(name) || name.length() > 400 || name.startsWith("daybook-")) {
            throw new IllegalArgumentException(what + " is '" + name + "'; use 3 to 400 characters of [a-zA-Z0-9._-],"
                    + " a letter or digit first and last, and no name that begins with 'daybook-'");
        }
        return name;
    }

    /** Sent with each request as {@code Authorization: Bearer}. */
    public ChromaStoreBuilder token(String token) {
        return header("Authorization", "Bearer " + token);
    }

    /** Sent with each request. */
    public ChromaStoreBuilder header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** How long to wait for an answer; 30 seconds unless given. What may be asked twice is asked up to three times. */
    public ChromaStoreBuilder timeout(Duration timeout) {
        this.timeout = positive("timeout", timeout);
        return this;
    }

    /** How often at the most to look for what other programs wrote; 2 seconds unless given, zero: at each call. */
    public ChromaStoreBuilder lookEvery(Duration look) {
        if (look.isNegative()) {
            throw new IllegalArgumentException("lookEvery is " + look + "; give zero or more");
        }
        this.look = look;
        return this;
    }

    private static Duration positive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " is " + duration + "; give more than zero");
        }
        return duration;
    }

    /** Who has the store, for the messages that others get. The number of the process unless given. */
    public ChromaStoreBuilder owner(String owner) {
        this.owner = owner;
        return this;
    }

    /** Does not take the store from a process that has not closed it, but refuses to open. */
    public ChromaStoreBuilder refuseIfInUse() {
        this.takeOver = false;
        return this;
    }

    /**
     * Sets the embedder named by the rows of a new collection, for the searches of other programs. It is never called: the
     * vectors Daybook writes under its name are copied. By default the hash embedder, as in jeevesagent; give the embedder
     * that both the daybook and the other program use.
     */
    public ChromaStoreBuilder embedder(Embedder embedder) {
        this.embedder = embedder;
        return this;
    }

    /** What time it is when rows of other programs are taken in. */
    public ChromaStoreBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Opens the store, and takes it over from whoever had it.
     *
     * @throws dev.daybook.data.StoreException if the server does not answer, or is none that fits
     * @throws dev.daybook.data.StoreInUseException if another process has it and is not to lose it
     */
    public ChromaStore open() {
        ChromaServer server = new ChromaServer(url, headers, timeout);
        Tenant opened = Tenant.open(server, tenant);
        Layout layout = new Layout(episodes, facts, embedder, look, RESIDENT, clock);
        String home = Names.database(Space.DEFAULT);
        opened.makeDatabase(home);
        Lease lease = Lease.take(opened.database(home), layout.owners(), owner, takeOver);
        return new ChromaStore(server, opened, layout, lease);
    }
}
