DROP TRIGGER `consents_no_delete`;
--> statement-breakpoint
CREATE TRIGGER `consents_no_delete` BEFORE DELETE ON `consents`
WHEN NOT EXISTS (SELECT 1 FROM `retention_pass`)
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `consents_no_replace` BEFORE INSERT ON `consents`
WHEN EXISTS (SELECT 1 FROM `consents` WHERE `id` = NEW.`id` OR rowid = NEW.rowid)
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;
