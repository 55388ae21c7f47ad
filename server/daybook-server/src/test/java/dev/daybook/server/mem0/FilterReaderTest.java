package dev.daybook.server.mem0;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.json.PlainJson;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterReaderTest {

    private static final Map<String, Object> TEA = Map.of(
            "id", "m1",
            "memory", "I drink green Tea.",
            "memory_type", "episode",
            "created_at", "2026-05-08T13:56:00+02:00",
            "updated_at", "2026-05-09T00:00:00Z",
            "agent_id", "butler",
            "metadata.topic", "drinks",
            "metadata.size", 3L,
            "metadata.warm", true);

    private static MemoryFilter read(String filters) {
        return FilterReader.read(PlainJson.readObject(filters.replace('\'', '"')), EntityIds.NONE);
    }

    private static boolean matches(String filters) {
        MemoryFilter filter = read(filters);
        assertThat(filter.condition()).isNotNull();
        return filter.condition().test(TEA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'agent_id':'butler'}",
                "{'agent_id':'*'}",
                "{'agent_id':{'ne':'chef'}}",
                "{'app_id':{'ne':'x'}}",
                "{'app_id':null}",
                "{'run_id':{'nin':['r1','r2']}}",
                "{'agent_id':{'in':['chef','butler']}}",
                "{'topic':'drinks'}",
                "{'metadata':{'topic':'drinks','size':3}}",
                "{'size':{'gt':2,'lte':3}}",
                "{'size':{'gte':3,'lt':3.5}}",
                "{'warm':true}",
                "{'topic':{'contains':'rink'}}",
                "{'keywords':{'contains':'green Tea'}}",
                "{'keywords':{'icontains':'TEA'}}",
                "{'memory_ids':['m0','m1']}",
                "{'memory_type':'episode'}",
                "{'created_at':{'gte':'2026-05-08','lt':'2026-05-09'}}",
                "{'created_at':'2026-05-08T11:56:00Z'}",
                "{'created_at':'2026-05-08'}",
                "{'created_at':{'in':['2026-05-07','2026-05-08']}}",
                "{'created_at':{'gte':'2026-05-08','lte':'2026-05-08'}}",
                "{'created_at':{'gt':'2026-05-07'}}",
                "{'created_at':{'in':['2026-05-08T11:56:00Z']}}",
                "{'timestamp':{'gt':1700000000}}",
                "{'AND':[{'agent_id':'butler'},{'topic':'drinks'}]}",
                "{'OR':[{'agent_id':'chef'},{'topic':'drinks'}]}",
                "{'NOT':[{'agent_id':'chef'},{'topic':'food'}]}",
                "{'NOT':{'agent_id':'chef'}}",
                "{'user_id':'ada','topic':'drinks'}",
                "{'AND':[{'user_id':'ada'},{'NOT':[{'OR':[{'size':1},{'size':2}]}]}]}"
            })
    void a_memory_fulfils(String filters) {
        assertThat(matches(filters)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'agent_id':'BUTLER'}",
                "{'app_id':'*'}",
                "{'agent_id':null}",
                "{'agent_id':{'ne':'butler'}}",
                "{'topic':{'contains':'RINK'}}",
                "{'size':'3'}",
                "{'warm':'true'}",
                "{'absent':'drinks'}",
                "{'topic':'1 OR 1=1'}",
                "{'created_at':{'gt':'2026-05-09'}}",
                "{'created_at':{'gt':'2026-05-08'}}",
                "{'created_at':{'lt':'2026-05-08'}}",
                "{'created_at':{'ne':'2026-05-08'}}",
                "{'memory_ids':['m2']}",
                "{'AND':[{'agent_id':'butler'},{'topic':'food'}]}",
                "{'OR':[{'agent_id':'chef'},{'topic':'food'}]}",
                "{'NOT':[{'agent_id':'chef'},{'topic':'drinks'}]}"
            })
    void a_memory_does_not_fulfil(String filters) {
        assertThat(matches(filters)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'user_id':'ada'}",
                "{'user_id':{'eq':'ada'}}",
                "{'user_id':{'in':['ada']}}",
                "{'AND':[{'user_id':'ada'}]}",
                "{'OR':[{'user_id':'ada'}]}",
                "{'AND':[{'AND':[{'user_id':'ada'}]},{'user_id':'ada'}]}"
            })
    void one_user_is_a_scope_and_no_condition(String filters) {
        assertThat(read(filters).ids().user()).isEqualTo("ada");
        assertThat(read(filters).isScoped()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'user_id':'*'}",
                "{'user_id':{'in':['ada','bob']}}",
                "{'user_id':{'ne':'bob'}}",
                "{'user_id':null}",
                "{'user_id':{'eq':'ada','ne':'x'}}",
                "{'OR':[{'user_id':'ada'},{'user_id':'bob'}]}",
                "{'OR':[{'user_id':'ada'},{'run_id':'r1'}]}",
                "{'NOT':[{'user_id':'ada'}]}",
                "{'AND':[{'user_id':'ada'},{'user_id':'bob'}]}"
            })
    void several_users_are_refused(String filters) {
        assertThatThrownBy(() -> read(filters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("user_id")
                .hasMessageContaining("ask for each user in turn");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'size':{'regex':'.*'}} | 'filters.size' has the operator 'regex'; use eq",
                "{'size':{'$gt':1}} | operator '$gt'",
                "{'$where':'1'} | 'filters.$where' is no name of a filter",
                "{'metadata':{'$or':'1'}} | 'filters.metadata.$or'",
                "{'metadata':'x'} | give an object",
                "{'categories':{'in':['food']}} | put them into the metadata",
                "{'AND':[]} | without a condition",
                "{'run_id':{}} | 'filters.run_id' has no operator; use eq",
                "{'OR':'x'} | without a condition",
                "{'AND':['x']} | give an object",
                "{'topic':['drinks']} | the operator in for an array",
                "{'topic':{'in':'drinks'}} | use an array",
                "{'topic':{'in':[{}]}} | compares with an object",
                "{'topic':{'gt':'drinks'}} | give a number, or a time",
                "{'topic':{'contains':1}} | use a text",
                "{'created_at':'soon'} | use ISO 8601",
                "{'created_at':{'gt':9223372036854775807}} | use ISO 8601",
                "{'':'x'} | 'filters.' is no name of a filter"
            })
    void other_filters_are_refused_by_name_and_with_a_remedy(String filters, String message) {
        assertThatThrownBy(() -> read(filters.strip()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void a_filter_is_bounded() {
        String deep = "{'AND':[".repeat(12) + "{'topic':'x'}" + "]}".repeat(12);
        String wide = "{'OR':[" + "{'topic':'x'},".repeat(300) + "{'topic':'x'}]}";
        String names = "{'metadata':{" + "'a%d':1,".repeat(300).formatted((Object[]) numbers()) + "'b':1}}";
        String values = "{'topic':{'in':[" + "1,".repeat(1_000) + "1]}}";

        for (String filters : new String[] {deep, wide, names, values}) {
            assertThatThrownBy(() -> read(filters))
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .hasSizeLessThan(300)
                    .containsAnyOf("ask with fewer", "at most 1000 values");
        }
    }

    private static Integer[] numbers() {
        Integer[] numbers = new Integer[300];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    @Test
    void a_long_name_is_shortened_in_a_refusal() {
        assertThatThrownBy(() -> read("{'" + "n".repeat(10_000) + "':'x'}"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .hasSizeLessThan(300);
    }
}
