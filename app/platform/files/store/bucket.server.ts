import { S3 } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { BucketSettings } from '../../settings.server.ts';

/** An object of a bucket, as a list tells it. */
export interface BucketObject {
  readonly key: string;
  readonly size: number;
  readonly changedAt: Date;
}

/** The few things that every S3-compatible bucket can do, in the words of this room. */
export class Bucket {
  readonly name: string;
  readonly #s3: S3;

  constructor({ bucket, endpoint, region, keyId, secret }: BucketSettings) {
    this.name = bucket;
    this.#s3 = new S3({
      region,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      // A bucket that is not Amazon's has its name in the path.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // Buckets of others do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /** An object appears whole or not at all, and is kept when this resolves. */
  async put(key: string, body: Readable | Buffer | string, size: number): Promise<void> {
    await this.#s3.putObject({ Bucket: this.name, Key: key, Body: body, ContentLength: size });
  }

  /** `size` is of the whole object, also where a part of it is wanted. */
  async get(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<{ size: number; stream: Readable } | undefined> {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await this.#s3.getObject({
        Bucket: this.name,
        Key: key,
        ...(Range ? { Range } : {}),
      });
      const { Body, ContentLength = 0, ContentRange = '' } = answer;
      const size = range ? Number(ContentRange.split('/')[1]) : ContentLength;
      return Body && { size, stream: Body as Readable };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  async sizeOf(key: string): Promise<number | undefined> {
    try {
      const { ContentLength = 0 } = await this.#s3.headObject({ Bucket: this.name, Key: key });
      return ContentLength;
    } catch (error) {
      if (['NotFound', 'NoSuchKey'].includes((error as Error).name)) return undefined;
      throw error;
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await this.#s3.deleteObjects({
      Bucket: this.name,
      Delete: { Objects },
    });
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
    if (failed) throw new Error(`The bucket did not remove an object: ${failed.Code}`);
  }

  /** All objects below a prefix, in the order of their names. */
  async *list(prefix: string): AsyncGenerator<BucketObject> {
    for (let after: string | undefined; ;) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      const page = await this.#s3.listObjectsV2({
        Bucket: this.name,
        Prefix: prefix,
        ...(after === undefined ? {} : { StartAfter: after }),
      });
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        yield { key: Key, size: Size, changedAt: LastModified };
      }
      after = page.Contents?.at(-1)?.Key;
      if (!page.IsTruncated || after === undefined) return;
    }
  }
}
