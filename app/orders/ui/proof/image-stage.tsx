import type { FileView } from '../../../chat/protocol/files.ts';
import { PREVIEW_SIDES } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { PinLayer, type PinLayerProps } from './pin-layer.tsx';

type ImageStageProps = Pick<PinLayerProps, 'comments' | 'point' | 'onPoint' | 'onChosen'> & {
  readonly file: FileView;
  /** The path of the file. Its previews are below it. */
  readonly path: string;
};

/** Shows the picture with its comments. */
export function ImageStage({ file, path, ...props }: ImageStageProps) {
  const size = sizeOf(file);
  return (
    <PinLayer
      {...props}
      page={null}
      label={t('Choose a point of the image')}
      hint={t(
        'Press a point of the image to comment there. With the keyboard, move with the arrow keys (Shift for larger steps), then press Enter.',
      )}
    >
      <img
        src={`${path}/large`}
        alt={file.name}
        width={size.width}
        height={size.height}
        className="block h-auto max-w-full rounded-[10px] bg-sunken ring-1 ring-line"
      />
    </PinLayer>
  );
}

/** The size of the large preview, which never enlarges a picture. */
export function sizeOf({ width, height }: FileView): { width: number; height: number } {
  const [wide, high] = [width ?? 1, height ?? 1];
  const scale = Math.min(1, PREVIEW_SIDES.large / Math.max(wide, high));
  return { width: Math.round(wide * scale), height: Math.round(high * scale) };
}
