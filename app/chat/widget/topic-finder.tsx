import { t } from '../../i18n/translate.ts';

interface TopicFinderProps {
  readonly sought: string;
  readonly found: number;
  readonly onSeek: (letters: string) => void;
}

export default function TopicFinder({ sought, found, onSeek }: TopicFinderProps) {
  return (
    <label className="mb-2.5 flex flex-wrap justify-between text-[15px] font-semibold">
      {t('Find a topic')}
      <input
        dir="auto"
        type="text"
        inputMode="search"
        autoComplete="off"
        maxLength={60}
        value={sought}
        onChange={(event) => onSeek(event.target.value)}
        className="field order-last mt-1.5 font-normal"
      />
      <span role="status" className="text-[13.5px] font-normal text-ink-2">
        {sought.trim() !== '' &&
          t('{count, plural, one {# topic} other {# topics}} found', { count: found })}
      </span>
    </label>
  );
}
