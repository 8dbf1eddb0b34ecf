CREATE TABLE "alert_silences" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "notes_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "webhooks_off" (
	"recipient" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
DROP INDEX "outbox_handed_over";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "recipient" text COLLATE "C" DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "visitor_hash" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("name") WHERE "alerts"."cleared_at" IS NULL;--> statement-breakpoint
CREATE INDEX "alerts_raised" ON "alerts" USING btree ("raised_at");--> statement-breakpoint
CREATE INDEX "notes_at" ON "notes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_order" ON "outbox" USING btree ("recipient","state","id");--> statement-breakpoint
CREATE INDEX "outbox_visitor" ON "outbox" USING btree ("visitor_hash");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("recipient","state","due_at");--> statement-breakpoint
CREATE INDEX "outbox_handed_over" ON "outbox" USING btree ("recipient","handed_over_at");--> statement-breakpoint
INSERT INTO "turns" ("name", "counter") VALUES ('webhooks', 0);
