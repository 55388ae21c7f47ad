package dev.daybook.bench.scaling;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Servers with images of scopes, each evicting the least recently used ones above its bound, as the library does. */
final class ServerFleet {

    /** As in the library: an image of this size is built whatever the bound is. */
    private static final double SMALL_BYTES = 16e6;

    /** As in the library: the bytes of an empty image. */
    private static final double EMPTY_BYTES = 8_000;

    private final PlanOptions options;
    private final UserPopulation population;
    private final List<ImageCache> servers;

    /**
     * The outcome of the counted hour.
     *
     * @param recalls the counted recalls
     * @param opened those that had to open an image
     * @param openMilliseconds the sum of the times of opening
     * @param openedBytes the sum of the bytes that were read from the store for it
     * @param images the images in the memory of all servers at the end
     */
    record Outcome(long recalls, long opened, double openMilliseconds, double openedBytes, long images) {
        double hitRate() {
            return 1 - (double) opened / recalls;
        }
    }

    private ServerFleet(PlanOptions options, UserPopulation population, int servers) {
        this.options = options;
        this.population = population;
        this.servers = Stream.generate(() -> new ImageCache(options.imageBudget()))
                .limit(servers)
                .toList();
    }

    /** Runs the traffic over so many servers; requests go to the server of their scope's hash, or to any. */
    static Outcome run(
            PlanOptions options, UserPopulation population, SessionTraffic traffic, int servers, boolean byHash) {
        return new ServerFleet(options, population, servers).run(traffic, byHash);
    }

    private Outcome run(SessionTraffic traffic, boolean byHash) {
        Random random = new Random(servers.size());
        long recalls = 0;
        long opened = 0;
        double milliseconds = 0;
        double bytes = 0;
        for (int event = 0; event < traffic.size(); event++) {
            int user = traffic.user(event);
            int server = byHash
                    ? Math.floorMod(Integer.hashCode(user * 0x9E3779B9), servers.size())
                    : random.nextInt(servers.size());
            boolean hit = servers.get(server).uses(user, imageBytes(options, population.exchanges(user)));
            if (traffic.isCounted(event)) {
                recalls++;
                if (!hit) {
                    opened++;
                    milliseconds += options.openBase + options.openExchange * population.exchanges(user);
                    bytes += options.diskBytes * population.exchanges(user);
                }
            }
        }
        long images = servers.stream().mapToLong(ImageCache::size).sum();
        return new Outcome(recalls, opened, milliseconds, bytes, images);
    }

    /** Returns the bytes of the image of a scope with so many exchanges. */
    static double imageBytes(PlanOptions options, double exchanges) {
        return EMPTY_BYTES + options.imageBytes * exchanges;
    }

    /** Returns the exchanges above which a scope has no image, and is searched by its best candidates. */
    static double mostExchanges(PlanOptions options) {
        return (Math.max(options.imageBudget(), SMALL_BYTES) - EMPTY_BYTES) / options.imageBytes;
    }

    /** The images of one server. */
    private static final class ImageCache {

        private final double budget;
        private final Map<Integer, Double> images = new LinkedHashMap<>(16, 0.75f, true);
        private double bytes;

        ImageCache(double budget) {
            this.budget = budget;
        }

        /** Returns whether the image was there; it is afterwards. */
        boolean uses(int user, double size) {
            if (images.get(user) != null) {
                return true;
            }
            images.put(user, size);
            bytes += size;
            Iterator<Map.Entry<Integer, Double>> oldest = images.entrySet().iterator();
            while (bytes > budget && images.size() > 1) {
                bytes -= oldest.next().getValue();
                oldest.remove();
            }
            return false;
        }

        long size() {
            return images.size();
        }
    }
}
