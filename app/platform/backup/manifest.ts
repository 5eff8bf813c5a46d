import * as v from 'valibot';

export const MANIFEST = 'manifest.json';

const manifest = v.object({
  format: v.literal(1),
  startedAt: v.string(),
  /** The moment the restored database shows. */
  finishedAt: v.string(),
  /** The newest migration the database has had. */
  migration: v.number(),
  /** Rows of each table at that moment. */
  rows: v.record(v.string(), v.number()),
  files: v.number(),
});

/** The last entry of a backup: says that it is whole, and what must be in it. */
export type Manifest = v.InferOutput<typeof manifest>;

/** Throws when this is not a backup of a form this version knows. */
export function parseManifest(text: string): Manifest {
  const result = v.safeParse(manifest, JSON.parse(text));
  if (!result.success) throw new Error('The backup was made by another version of the product');
  return result.output;
}
