/**
 * Tests of an agent's memory: a JUnit extension that opens a daybook for each test, readable fixtures of sessions, and assertions whose
 * failures explain the ranking.
 *
 * <pre>{@code
 * @ExtendWith(DaybookExtension.class)
 * class TravelAgentTest {
 *
 *     @Test
 *     void remembers_an_allergy_in_a_later_session(Memory ada) {
 *         new TravelAgent(ada).answer("s1", "I am allergic to peanuts.");
 *
 *         assertRecalls(ada, "what is she allergic to?").first("peanuts");
 *         assertContext(ada, "s2", "Book me a table.").within(500).contains("peanuts");
 *     }
 * }
 * }</pre>
 *
 * <p>{@link dev.daybook.testkit.agent.DaybookExtension} is the extension, {@link dev.daybook.testkit.agent.MemoryAssertions} has the
 * assertions, {@link dev.daybook.testkit.agent.SessionFixture} reads sessions from a file, {@link
 * dev.daybook.testkit.agent.ScopeCanaries} finds a leak between users. The page {@code docs/testing.md} has an example of each.
 *
 * <p>Texts are compared as parts, case ignored: a hit contains {@code "peanuts"} if its text does. Every failure is an
 * {@link java.lang.AssertionError} with the query, the expectation, the hits with scores and reasons, and the remedy.
 */
@NullMarked
package dev.daybook.testkit.agent;

import org.jspecify.annotations.NullMarked;
