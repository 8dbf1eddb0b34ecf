ALTER TABLE "notifyme_signups" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notifyme_signups_asked" ON "notifyme_signups" USING btree (lower("email"),"asked_at");--> statement-breakpoint
-- Messages that have left. Of the others nobody knows the code.
UPDATE notifyme_signups SET asked_at = (SELECT max(created_at) FROM confirmations WHERE signup_id = notifyme_signups.id)
WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.signup_id = notifyme_signups.id AND kind = 'confirmation' AND state = 'waiting');
