import { useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { PersistedFiles } from './persisted-files.ts';
import { isDrawable, type PickedFile } from './picked-file.ts';

const EDGE = 40;

interface PickedPictureProps {
  readonly file: PickedFile;
  readonly persistedFiles: PersistedFiles | undefined;
}

export function PickedPicture({ file, persistedFiles }: PickedPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawn = persistedFiles !== undefined && isDrawable(file);
  useEffect(() => {
    if (isDrawn && canvas.current) void draw(canvas.current, file.id, persistedFiles);
  }, [isDrawn, file.id, persistedFiles]);
  return isDrawn ? (
    <canvas
      ref={canvas}
      width={EDGE * 2}
      height={EDGE * 2}
      aria-hidden="true"
      className="size-10 shrink-0 rounded-[8px] bg-sunken"
    />
  ) : (
    <span className="grid size-10 shrink-0 place-items-center rounded-[8px] bg-sunken text-ink-2">
      <Icon name="file" size={22} />
    </span>
  );
}

async function draw(
  canvas: HTMLCanvasElement,
  id: string,
  persistedFiles: PersistedFiles,
): Promise<void> {
  const file = await persistedFiles.load(id);
  // A broken image stays an empty square; the server reports the error.
  const picture = file && (await createImageBitmap(file.blob).catch(() => undefined));
  if (!picture) return;
  const edge = Math.min(picture.width, picture.height);
  const [x, y] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  canvas.getContext('2d')?.drawImage(picture, x, y, edge, edge, 0, 0, EDGE * 2, EDGE * 2);
  picture.close();
}
