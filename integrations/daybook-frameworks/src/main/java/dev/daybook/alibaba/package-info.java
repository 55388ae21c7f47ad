/**
 * A store of Spring AI Alibaba's graphs in a daybook: {@link dev.daybook.alibaba.DaybookItemStore}. Needs {@code
 * com.alibaba.cloud.ai:spring-ai-alibaba-graph-core}, which this artifact does not bring.
 */
@NullMarked
package dev.daybook.alibaba;

import org.jspecify.annotations.NullMarked;
