-- One statement, so that the table is written anew only once.
ALTER TABLE "files" ALTER COLUMN "declared_size" SET DATA TYPE bigint, ALTER COLUMN "size" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_fingerprint" CHECK ("files"."fingerprint" ~ '^[0-9a-f]{64}$');
