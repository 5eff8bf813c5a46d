import { formatPercent } from '../../../platform/formats.ts';
import { t, msg } from '../../../i18n/translate.ts';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { FieldError } from '../../../ui/inline-message.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ACCEPTED, type ListedKind } from '../../protocol/limits.ts';
import { FieldSet } from '../entry-frame.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { useEntry } from '../entry-fields.tsx';
import { nameOfWords, useMediaList, type MediaItem } from './use-media-list.ts';

type List = ReturnType<typeof useMediaList>;

/** `number` starts at 1. */
export interface ItemActions {
  readonly item: MediaItem;
  readonly number: number;
  readonly list: List;
}

interface MediaListProps {
  readonly kind: ListedKind;
  readonly title: string;
  readonly text: string;
  readonly addLabel: string;
  readonly noun: 'photo' | 'sample video';
  /** `number` starts at 1. */
  readonly wordsLabel: (number: number) => string;
  readonly thumbnail: ComponentType<{ readonly value: string }>;
  readonly actions?: ComponentType<ItemActions>;
}

export function MediaList(props: MediaListProps) {
  const { kind, title, text, addLabel } = props;
  const page = useEntry();
  const list = useMediaList(kind, page);
  const { items, faults, said, isBusy, stuckCount, add, retryAll } = list;
  const root = useRef<HTMLDivElement>(null);
  const [isEarly, setEarly] = useState(false);
  const id = `add-${kind}`;

  useEffect(() => {
    const form = root.current?.closest('form');
    // Submitting now would lose the unfinished uploads.
    const hold = (event: SubmitEvent) => {
      setEarly(isBusy);
      if (isBusy) event.preventDefault();
    };
    form?.addEventListener('submit', hold, { capture: true });
    return () => form?.removeEventListener('submit', hold, { capture: true });
  }, [isBusy]);

  return (
    <FieldSet title={title} text={text}>
      <div ref={root} className="grid gap-4">
        <MediaItems {...props} list={list} />
        {stuckCount > 1 && (
          <button type="button" className="button button-line button-small" onClick={retryAll}>
            {t('Try all {count, plural, one {# file} other {# files}} again', {
              count: stuckCount,
            })}
          </button>
        )}
        <div>
          <label htmlFor={id} className="mb-2 block text-[15px] font-semibold">
            {addLabel}
          </label>
          <input
            id={id}
            type="file"
            multiple
            accept={ACCEPTED[kind]}
            aria-describedby={`${id}-faults`}
            className="file-field"
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              // Lets the user choose the same file again after a failure.
              currentTarget.value = '';
            }}
          />
          <div id={`${id}-faults`}>
            {[...faults, page.answer?.faults[`${kind}s`]].map((fault) => (
              <FieldError key={fault ?? ''} id={`${id}-${fault ?? ''}`} message={fault} />
            ))}
            <FieldError
              id={`${id}-early`}
              message={
                isEarly && isBusy
                  ? stuckCount > 0
                    ? t(
                        "Not saved yet: a file isn't uploaded. Try the upload again, or remove the file.",
                      )
                    : t('Not saved yet. Wait until all files are uploaded.')
                  : undefined
              }
            />
          </div>
          <p role="status" className="sr-only">
            {said}
          </p>
          {items.length === 0 && (
            <noscript>
              <p className="mt-2 text-[14px] text-ink-2">
                {t('Adding files requires JavaScript.')}
              </p>
            </noscript>
          )}
        </div>
      </div>
    </FieldSet>
  );
}

const LABELS = {
  photo: {
    inOrder: msg('Photos in order'),
    earlier: msg('Move photo {number} earlier'),
    later: msg('Move photo {number} later'),
    remove: msg('Remove photo {number}'),
  },
  'sample video': {
    inOrder: msg('Sample videos in order'),
    earlier: msg('Move sample video {number} earlier'),
    later: msg('Move sample video {number} later'),
    remove: msg('Remove sample video {number}'),
  },
} as const;

function MediaItems(props: MediaListProps & { readonly list: List }) {
  const { list, noun } = props;
  const { items } = list;
  const [dragged, setDragged] = useState<number>();
  if (items.length === 0) return null;
  return (
    <ol className="grid gap-3" aria-label={t(LABELS[noun].inOrder)}>
      {items.map((item, index) => (
        <li
          key={item.key}
          data-testid={`${props.kind}-item`}
          className={`rounded-[14px] p-3 ring-1 ring-line ${dragged === index ? 'opacity-50' : ''}`}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            list.move(dragged, index);
            setDragged(undefined);
          }}
        >
          {item.value === '' ? (
            <PendingMedia
              item={item}
              onRetry={() => list.retry(item)}
              onStop={() => list.remove(item.key)}
            />
          ) : (
            <StoredMedia
              {...props}
              item={item}
              index={index}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

interface PendingMediaProps {
  readonly item: MediaItem;
  readonly onRetry: () => void;
  readonly onStop: () => void;
}

function PendingMedia({ item, onRetry, onStop }: PendingMediaProps) {
  const isSent = item.sent >= 1 && item.fault === undefined;
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-[15px] font-semibold">
          {item.name}
        </p>
        <progress
          className="mt-2"
          aria-label={t('Upload progress of {name}', { name: item.name })}
          {...(isSent ? {} : { value: item.sent })}
        />
        <p className="mt-1 text-[13.5px] text-ink-2">
          {isSent ? t('Processing…') : formatPercent(item.sent)}
        </p>
        <FieldError id={`${item.key}-fault`} message={item.fault} />
      </div>
      {item.fault !== undefined && (
        <button
          type="button"
          className="button button-line button-small"
          aria-label={t('Try again: {name}', { name: item.name })}
          onClick={onRetry}
        >
          {t('Try again')}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('Cancel upload of {name}', { name: item.name })}
        onClick={onStop}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

interface StoredMediaProps extends MediaListProps {
  readonly list: List;
  readonly item: MediaItem;
  readonly index: number;
  readonly onDragStart: () => void;
  readonly onDragEnd: () => void;
}

function StoredMedia(props: StoredMediaProps) {
  const page = useEntry();
  const { kind, noun, list, item, index, thumbnail: Thumbnail, actions: Actions } = props;
  const number = index + 1;
  // Unfinished uploads are not counted, so that the numbers of the fields have no gaps.
  const field = list.items.filter(({ value }) => value !== '').indexOf(item);
  const name = nameOfWords(kind, field);
  return (
    <div className="flex flex-wrap gap-4 sm:flex-nowrap">
      <input type="hidden" name={`${kind}.${field}`} value={item.value} />
      <div
        draggable
        className="w-[132px] shrink-0 cursor-grab"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          props.onDragStart();
        }}
        onDragEnd={props.onDragEnd}
      >
        <Thumbnail value={item.value} />
      </div>
      <div className="min-w-0 flex-1 basis-[220px]">
        <TextField
          label={props.wordsLabel(number)}
          name={name}
          defaultValue={item.words}
          autoComplete="off"
          error={page.answer?.faults[name]}
        />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <MoveMedia noun={noun} index={index} list={list} />
          {Actions && <Actions item={item} number={number} list={list} />}
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => list.remove(item.key)}
          >
            {t(LABELS[noun].remove, { number })}
          </button>
        </div>
      </div>
    </div>
  );
}

/** A disabled button stays focusable, so that the focus is not lost. */
function MoveMedia({
  noun,
  index,
  list,
}: {
  readonly noun: 'photo' | 'sample video';
  readonly index: number;
  readonly list: List;
}) {
  const pressed = useRef<HTMLButtonElement>(null);
  // The focus follows the moved item.
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [index]);
  const steps = [
    { icon: 'caret-up', by: -1, way: 'earlier' },
    { icon: 'caret-down', by: 1, way: 'later' },
  ] as const;
  return steps.map(({ icon, by, way: direction }) => (
    <button
      key={direction}
      type="button"
      className="icon-button aria-disabled:opacity-40"
      aria-label={t(LABELS[noun][direction], { number: index + 1 })}
      aria-disabled={index + by < 0 || index + by >= list.items.length}
      onClick={({ currentTarget }) => {
        pressed.current = currentTarget;
        list.move(index, index + by);
      }}
    >
      <Icon name={icon} />
    </button>
  ));
}
