import { t } from '../../i18n/translate.ts';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { formatFileCount } from '../protocol/files.ts';
import { withDatabase, type SharedRow } from './offline/offline-database.ts';

export type Shared = Pick<SharedRow, 'files' | 'text'>;

export interface SharedView {
  readonly shared: Shared | null;
  /** The device could not store the content, or the app had not started yet. */
  readonly isLost: boolean;
  readonly drop: () => void;
}

const CACHE_MS = 60 * 60 * 1000;

export function useShared(): SharedView {
  const [shared, setShared] = useState<Shared | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const how = new URLSearchParams(location.search).get('shared');
    if (how === 'lost') setLost(true);
    if (how !== 'waiting') return;
    void readShared().then((found) => (found ? setShared(found) : undefined));
  }, []);
  const drop = () => {
    setShared(null);
    setLost(false);
    void withDatabase((database) => database.clear('shared')).catch(() => {});
  };
  return { shared, isLost, drop };
}

async function readShared(): Promise<Shared | undefined> {
  const row = await withDatabase((database) => database.get('shared', 'shared')).catch(
    () => undefined,
  );
  if (!row || row.at < Date.now() - CACHE_MS) return undefined;
  return row.files.length > 0 || row.text !== '' ? row : undefined;
}

export function SharedBar({ shared, isLost, drop }: SharedView) {
  if (!shared && !isLost) return null;
  return (
    <div
      role="status"
      className="mx-3 mt-3 flex items-center gap-2.5 rounded-[12px] bg-surface py-1.5 pr-1.5 pl-3.5 ring-1 ring-line"
    >
      <Icon name="paperclip" className="shrink-0 text-primary" />
      <p className="min-w-0 flex-1 text-[14px] leading-snug">
        {shared ? (
          <>
            <span className="block font-[650]">{describeShared(shared)}</span>
            {t('Open the conversation it is for.')}
          </>
        ) : (
          t(
            'What you shared could not be kept on this device. Share it again, fewer or smaller files at once.',
          )
        )}
      </p>
      <button
        type="button"
        aria-label={t('Do not use what was shared')}
        className="grid size-11 shrink-0 place-items-center rounded-[10px] hover:bg-sunken"
        onClick={drop}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

function describeShared({ files, text }: Shared): string {
  if (files.length === 0) return t('Shared: {text}', { text: text.slice(0, 60) });
  if (files.length === 1) return files[0]?.name ?? '';
  return formatFileCount(files.length);
}
