import * as v from 'valibot';

export const MANIFEST = 'manifest.json';

const manifest = v.object({
  format: v.literal(1),
  startedAt: v.string(),
  /** The moment to which the backup restores the database. */
  finishedAt: v.string(),
  migration: v.number(),
  rows: v.record(v.string(), v.number()),
  files: v.number(),
});

/** The last entry of a backup. Its presence shows that the backup is complete. */
export type Manifest = v.InferOutput<typeof manifest>;

export function parseManifest(text: string): Manifest {
  const result = v.safeParse(manifest, JSON.parse(text));
  if (!result.success) throw new Error('The backup was made by another version of the product');
  return result.output;
}
