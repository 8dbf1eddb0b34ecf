CREATE TABLE "signup_proofs" (
	"address_hash" text COLLATE "C" NOT NULL,
	"language" text,
	"wording_hash" text,
	"signed_up_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signup_proofs_address_hash_confirmed_at_pk" PRIMARY KEY("address_hash","confirmed_at")
);
