package dev.daybook.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ExplorerPageTest {

    private static final Pattern ASSET = Pattern.compile("(?:src|href)=\"(?:\\./)?([^\"]+)\"");

    /** The promise of the page: a first visit over a slow line is a matter of a second. */
    private static final int MAX_COMPRESSED_BYTES = 100_000;

    @Test
    void the_page_names_its_files_and_all_of_them_are_in_the_jar() {
        assertThat(assets()).hasSizeGreaterThan(1).allSatisfy(name -> {
            assertThat(ExplorerPage.file(name)).as(name).isPresent();
            assertThat(ExplorerPage.isImmutable(name)).as(name).isTrue();
            assertThat(ExplorerPage.mediaType(name)).contains("/");
        });
        assertThat(ExplorerPage.isImmutable(ExplorerPage.INDEX)).isFalse();
        assertThat(ExplorerPage.mediaType(ExplorerPage.INDEX)).isEqualTo("text/html; charset=utf-8");
    }

    @Test
    void the_page_and_its_files_are_small() throws Exception {
        int bytes = compressed(ExplorerPage.INDEX);
        for (String name : assets()) {
            bytes += compressed(name);
        }

        assertThat(bytes).isLessThanOrEqualTo(MAX_COMPRESSED_BYTES);
    }

    @Test
    void the_page_has_no_script_or_style_of_its_own_and_loads_nothing_from_elsewhere() {
        assertThat(index())
                .containsOnlyOnce("<script")
                .doesNotContain("<style")
                .doesNotContain(" style=")
                .doesNotContainPattern("\\son[a-z]+=")
                .doesNotContainPattern("(?:src|href)=\"(?:https?:)?//");
    }

    @Test
    void the_scripts_evaluate_no_text() {
        assertThat(assets().stream().filter(name -> name.endsWith(".js")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(text(name))
                        .doesNotContainPattern("\\beval\\(")
                        .doesNotContain("new Function(")
                        .doesNotContain("document.write"));
    }

    @Test
    void no_name_leaves_the_folder_of_the_page() {
        for (String name : List.of(
                "",
                "/",
                "assets",
                "assets/",
                "assets/absent-12345678.js",
                "../ExplorerPage.class",
                "assets/../index.html",
                "assets/..%2findex.html",
                "/index.html",
                "assets/\u0000.js")) {
            assertThat(ExplorerPage.file(name)).as(name).isEmpty();
        }
    }

    @Test
    void an_unknown_ending_has_no_media_type() {
        assertThatThrownBy(() -> ExplorerPage.mediaType("assets/a.woff2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("assets/a.woff2");
    }

    private static List<String> assets() {
        List<String> names = new ArrayList<>();
        ASSET.matcher(index())
                .results()
                .map(result -> result.group(1))
                .filter(name -> !name.startsWith("data:"))
                .forEach(names::add);
        return names;
    }

    private static String index() {
        return text(ExplorerPage.INDEX);
    }

    private static String text(String name) {
        return new String(ExplorerPage.file(name).orElseThrow(), StandardCharsets.UTF_8);
    }

    private static int compressed(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(ExplorerPage.file(name).orElseThrow());
        }
        return bytes.size();
    }
}
