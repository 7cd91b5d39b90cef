import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, loadEnv } from 'vite'

// The build lies in the Python package, which serves it and takes it into the wheel.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: { outDir: '../src/fivefold/server/web', emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/api': { target: loadEnv(mode, '.', 'FIVEFOLD_').FIVEFOLD_SERVER ?? 'http://127.0.0.1:8000', ws: true },
    },
  },
}))
