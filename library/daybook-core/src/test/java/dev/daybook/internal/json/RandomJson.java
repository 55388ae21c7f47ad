package dev.daybook.internal.json;

import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates values of any shape, with texts that are hard to write. */
final class RandomJson {

    private static final String HARD = "a\"\\\n\r\t\u0000\u001f/é😀\uD800{}[],:<&";

    private RandomJson() {}

    static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> new Text(text(random));
            case 1 -> new Numeral(new BigDecimal(new BigInteger(70, random), random.nextInt(60) - 30));
            case 2 -> Constant.of(random.nextBoolean());
            case 3 -> Constant.NULL;
            case 4 -> Numeral.of(random.nextLong());
            case 5 -> elements(random, depth);
            default -> members(random, depth);
        };
    }

    private static Elements elements(Random random, int depth) {
        List<JsonValue> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value(random, depth - 1));
        }
        return new Elements(values);
    }

    private static Members members(Random random, int depth) {
        Map<String, JsonValue> values = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.put(text(random), value(random, depth - 1));
        }
        return new Members(values);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(HARD.charAt(random.nextInt(HARD.length())));
        }
        return text.toString();
    }
}
