package dev.daybook.langchain4j;
/** x */
final class MemoryTools { static final String RECALL = "recallMemory"; }
