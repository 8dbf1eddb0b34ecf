import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name what-changes` writes a migration; the server applies it at its next start. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './server/src/store/sqlite/connection/schema.ts',
  out: './server/src/store/sqlite/connection/migrations',
});
