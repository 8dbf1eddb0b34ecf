import { defineConfig } from 'drizzle-kit';

/** The same for PostgreSQL: `npx drizzle-kit generate --config drizzle.postgres.config.ts --name what-changes`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/store/postgres/connection/schema.ts',
  out: './server/src/store/postgres/connection/migrations',
});
