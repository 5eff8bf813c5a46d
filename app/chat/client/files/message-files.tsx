import { Rich } from '../../../ui/rich.tsx';
import { filePath, isPicture, formatFileSize, type FileView } from '../../protocol/files.ts';
import { Icon } from '../../../ui/icon.tsx';
import { t } from '../../../i18n/translate.ts';

interface MessageFilesProps {
  readonly files: readonly FileView[];
  /** 'own' is the end side of a row that limits the width itself. */
  readonly side: 'start' | 'end' | 'own';
}

const SIDES = {
  start: 'max-w-[85%] items-start self-start',
  end: 'ms-auto max-w-[85%] items-end self-end',
  own: 'items-end',
};

export function MessageFiles({ files, side }: MessageFilesProps) {
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <div data-testid="message-files" className={`mt-1 flex w-full flex-col gap-1.5 ${SIDES[side]}`}>
      {pictures.length > 0 && (
        <ul className={`flex flex-wrap gap-1.5 ${side === 'start' ? '' : 'justify-end'}`}>
          {pictures.map((file) => (
            <li key={file.id}>
              <Picture file={file} isAlone={pictures.length === 1} />
            </li>
          ))}
        </ul>
      )}
      {others.map((file) => (
        <FileLink key={file.id} file={file} />
      ))}
    </div>
  );
}

/** The image keeps its proportions while loading, so that nothing moves. */
function Picture({ file, isAlone }: { file: FileView; isAlone: boolean }) {
  const { id, name, size, width, height } = file;
  return (
    <a
      href={filePath(id)}
      target="_blank"
      rel="noopener"
      title={`${name} (${formatFileSize(size)})`}
      className="block overflow-hidden rounded-[14px] border border-line bg-sunken"
    >
      <img
        src={filePath(id, 'small')}
        alt={name}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        decoding="async"
        className={
          isAlone
            ? 'h-auto max-h-[240px] w-auto max-w-full object-contain'
            : 'size-[104px] object-cover'
        }
      />
    </a>
  );
}

export function FileLink({ file }: { file: Pick<FileView, 'id' | 'name' | 'size'> }) {
  const { id, name, size } = file;
  return (
    <a
      href={filePath(id)}
      download={name}
      className="flex max-w-full min-h-11 items-center gap-2.5 rounded-[14px] border border-line bg-surface py-1.5 pe-3.5 ps-2.5 text-[14px] text-ink hover:bg-sunken"
    >
      <Icon name="file" size={22} className="text-ink-2" />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Rich
            text={t('<action>Download </action><name/>')}
            parts={{ action: <span className="sr-only" />, name: <bdi>{name}</bdi> }}
          />
        </span>
        <span className="block text-[13px] text-ink-3 tabular-nums">{formatFileSize(size)}</span>
      </span>
      <Icon name="download-simple" size={18} className="ms-auto text-ink-2" />
    </a>
  );
}
