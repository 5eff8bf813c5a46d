ALTER TABLE "proof_comments" DROP CONSTRAINT "proof_comments_side";--> statement-breakpoint
ALTER TABLE "proof_comments" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_program" CHECK (char_length("proof_comments"."program") between 1 and 60);--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_side" CHECK (case "proof_comments"."side" when 'buyer' then num_nonnulls("proof_comments"."member_id", "proof_comments"."program") = 0
        when 'team' then "proof_comments"."client_id" is null and num_nonnulls("proof_comments"."member_id", "proof_comments"."program") <= 1
        else false end);