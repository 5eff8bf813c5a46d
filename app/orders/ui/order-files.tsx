import { isPicture, saySize, type FileView } from '../../chat/protocol/files.ts';
import { say } from '../../platform/say.ts';
import { Icon } from '../../ui/icon.tsx';

interface OrderFilesProps {
  /** The accessible name of the list, for example 'Files of this delivery'. */
  readonly label: string;
  readonly files: readonly FileView[];
  /** The path of the page. Files are served below it. */
  readonly basePath: string;
}

export function OrderFiles({ label, files, basePath }: OrderFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-3 grid gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <OrderFile file={file} path={`${basePath}/files/${file.id}`} />
        </li>
      ))}
    </ul>
  );
}

function OrderFile({ file, path }: { readonly file: FileView; readonly path: string }) {
  const { name, size } = file;
  return (
    <a
      href={path}
      download={name}
      className="flex min-h-11 items-center gap-3 rounded-[14px] border border-line bg-surface py-1.5 pe-3.5 ps-2 text-[15px] text-ink hover:bg-sunken"
    >
      {isPicture(file) ? (
        <img
          src={`${path}/small`}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
          className="size-14 shrink-0 rounded-[10px] bg-sunken object-cover"
        />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center">
          <Icon name="file" size={22} className="text-ink-2" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-medium [overflow-wrap:anywhere]">
          <span className="sr-only">{`${say('Download')} `}</span>
          <bdi>{name}</bdi>
        </span>
        <span className="block text-[13.5px] text-ink-2 tabular-nums">{saySize(size)}</span>
      </span>
      <Icon name="download-simple" size={18} className="shrink-0 text-ink-2" />
    </a>
  );
}
