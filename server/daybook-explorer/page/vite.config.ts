import { defineConfig } from "vite";
import { recordSources } from "./built-from.ts";

const server = "http://127.0.0.1:7411";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Relative, so that the page works under any path of a proxy.
  base: "./",
  build: {
    outDir: "../src/main/resources/dev/daybook/explorer/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    // A font or picture as a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  plugins: [recordSources()],
  server: { host: "127.0.0.1", proxy: { "/v1": server, "/healthz": server, "/readyz": server, "/metrics": server, "/openapi.json": server } },
});
