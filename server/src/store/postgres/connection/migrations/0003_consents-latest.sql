DROP INDEX "consents_consent_id";--> statement-breakpoint
CREATE INDEX "consents_latest" ON "consents" USING btree ("consent_id",coalesce("decided_at", "recorded_at"),"seq");--> statement-breakpoint
CREATE INDEX "consents_granted" ON "consents" USING btree ("consent_id") WHERE "consents"."analytics";