DROP INDEX "notifyme_signups_list";--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD COLUMN "complained_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notifyme_signups_list" ON "notifyme_signups" USING btree ("created_at","id","signup_type","confirmed_at","undeliverable_at","complained_at","language");