ALTER TABLE "outbox" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "mailbox" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "outbox_next" ON "outbox" USING btree ("recipient","state","priority","due_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mailbox" ON "outbox" USING btree ("mailbox","handed_over_at");