package dev.daybook.server.doors;

/**
 * Two tenants with confusable names.
 *
 * @param own the one that calls
 * @param other the one whose names and ids it uses
 */
record TenantPair(HostileTenant own, HostileTenant other) {}
