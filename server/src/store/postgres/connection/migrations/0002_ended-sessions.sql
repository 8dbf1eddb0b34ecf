CREATE TABLE "ended_sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
