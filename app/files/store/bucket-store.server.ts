import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import type { BucketSettings } from '../../platform/settings.server.ts';
import {
  FILE_ID,
  isPart,
  PARTS,
  type FileStore,
  type Part,
  type StoreEntry,
} from './file-store.server.ts';

const FOLDER = 'files/';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Uploads in parts, as the tus store keeps them; and the client it talks to the bucket with. */
export class BucketUploads extends S3Store {
  readonly bucketName: string;

  constructor({ bucket, endpoint, region, keyId, secret }: BucketSettings) {
    super({
      expirationPeriodInMilliseconds: DAY_MS,
      // Not every bucket has tags.
      useTags: false,
      s3ClientConfig: {
        bucket,
        region,
        credentials: { accessKeyId: keyId, secretAccessKey: secret },
        // A bucket that is not Amazon's has its name in the path.
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
        // Buckets of others do not know the newer checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      },
    });
    this.bucketName = bucket;
  }

  get s3() {
    return this.client;
  }
}

/** Files in an S3-compatible bucket: `files/abcd…/original`. An object appears whole or not at all. */
export class BucketStore implements FileStore {
  readonly place: string;
  readonly #uploads: BucketUploads;

  constructor(uploads: BucketUploads) {
    this.#uploads = uploads;
    this.place = `the bucket ${uploads.bucketName}`;
  }

  async put(fileId: string, part: Part, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#uploads.s3.putObject({
      ...this.#object(fileId, part),
      Body: createReadStream(path),
      ContentLength: size,
    });
    await rm(path);
  }

  async open(fileId: string, part: Part) {
    try {
      const { Body, ContentLength = 0 } = await this.#uploads.s3.getObject(
        this.#object(fileId, part),
      );
      return Body && { size: ContentLength, stream: Body as Readable };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  async remove(fileId: string): Promise<void> {
    await this.#uploads.s3.deleteObjects({
      Bucket: this.#uploads.bucketName,
      Delete: { Objects: PARTS.map((part) => ({ Key: this.#object(fileId, part).Key })) },
    });
  }

  async *list(): AsyncGenerator<StoreEntry> {
    for (let after: string | undefined; ;) {
      const page = await this.#uploads.s3.listObjectsV2({
        Bucket: this.#uploads.bucketName,
        Prefix: FOLDER,
        ...(after === undefined ? {} : { StartAfter: after }),
      });
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const [fileId = '', part = ''] = Key.slice(FOLDER.length).split('/');
        if (FILE_ID.test(fileId) && isPart(part)) yield { fileId, part, size: Size };
      }
      after = page.Contents?.at(-1)?.Key;
      if (!page.IsTruncated || after === undefined) return;
    }
  }

  async free(): Promise<undefined> {}

  #object(fileId: string, part: Part) {
    if (!FILE_ID.test(fileId) || !PARTS.includes(part)) throw new Error('Not the name of a file');
    return { Bucket: this.#uploads.bucketName, Key: `${FOLDER}${fileId}/${part}` };
  }
}
