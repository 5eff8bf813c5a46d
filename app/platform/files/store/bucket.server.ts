import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3 } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../settings.server.ts';

export interface BucketObject {
  readonly key: string;
  readonly size: number;
  readonly changedAt: Date;
}

const REMOVED_AT_ONCE = 8;

/** The SDK has no time limits of its own. Slow readers hold a connection each, so there may be many. */
const CONNECTIONS = {
  connectionTimeout: 10_000,
  socketTimeout: 60_000,
  httpAgent: { keepAlive: true, maxSockets: 500 },
  httpsAgent: { keepAlive: true, maxSockets: 500 },
};

export class Bucket {
  readonly name: string;
  readonly #s3: S3;

  constructor({ bucket, endpoint, region, keyId, secret }: BucketSettings) {
    this.name = bucket;
    this.#s3 = new S3({
      region,
      requestHandler: CONNECTIONS,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      // Buckets of other providers have their name in the path.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // Other providers do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /**
   * Writes an object atomically; the object is durable when this resolves. MD5 is the checksum that
   * every provider supports, and buckets with object lock require one.
   */
  async put(key: string, from: { readonly text: string } | { readonly path: string }) {
    const isText = 'text' in from;
    const size = isText ? Buffer.byteLength(from.text) : (await stat(from.path)).size;
    await this.#s3.putObject({
      Bucket: this.name,
      Key: key,
      Body: isText ? from.text : createReadStream(from.path),
      ContentLength: size,
      ContentMD5: isText ? hash('md5', from.text, 'base64') : await md5Of(from.path),
    });
  }

  /** `size` is that of the whole object, even for a range. */
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

  /**
   * Removes objects one by one, because bulk deletion needs a checksum that not every provider
   * accepts. Tries all of them, and throws afterwards if any failed.
   */
  async remove(keys: readonly string[]): Promise<void> {
    const left = [...keys];
    const failed: unknown[] = [];
    const removeNext = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) {
        // oxlint-disable-next-line no-await-in-loop -- so many side by side, each one after the other
        await this.#removeOne(key).catch((error: unknown) => failed.push(error));
      }
    };
    await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, removeNext));
    if (failed.length > 0) {
      const cause = failed[0];
      throw new Error(`The bucket did not remove ${failed.length} objects`, { cause });
    }
  }

  async #removeOne(key: string): Promise<void> {
    try {
      await this.#s3.deleteObject({ Bucket: this.name, Key: key });
    } catch (error) {
      if ((error as Error).name !== 'NoSuchKey') throw error;
    }
  }

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

async function md5Of(path: string): Promise<string> {
  const md5 = createHash('md5');
  await pipeline(createReadStream(path), md5);
  return md5.digest('base64');
}
