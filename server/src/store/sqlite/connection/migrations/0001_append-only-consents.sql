CREATE TRIGGER `consents_no_update` BEFORE UPDATE ON `consents`
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `consents_no_delete` BEFORE DELETE ON `consents`
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;
