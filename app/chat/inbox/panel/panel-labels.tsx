import { t } from '../../../i18n/translate.ts';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import type { LabelView } from '../../protocol/labels.ts';
import type { PersonView } from '../../protocol/person.ts';
import { openPalette } from '../../../ui/command/command.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/chip.tsx';
import { personApi } from './person.ts';
import type { Person } from './use-person.ts';

interface PanelLabelsProps {
  readonly person: Person;
  readonly view: PersonView;
  readonly conversationId: string | null;
}

export function PanelLabels({ person, view, conversationId }: PanelLabelsProps) {
  const [problem, setProblem] = useState<string | null>(null);

  function put(kind: 'labels' | 'conversationLabels', label: LabelView, isOn: boolean) {
    const before = view[kind];
    const others = before.filter(({ id }) => id !== label.id);
    setProblem(null);
    person.put({ [kind]: isOn ? [...others, label] : others });
    const on = kind === 'labels' || conversationId === null ? {} : { conversationId };
    personApi
      .putLabel(view.visitorId, { labelId: label.id, isOn, ...on })
      .catch((error: unknown) => {
        person.again();
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      });
  }

  return (
    <section className="panel-part" aria-label={t('Labels')}>
      <LabelGroup
        title={t('Labels of the visitor')}
        what={t('the visitor')}
        labels={view.labels}
        onPut={(label, isOn) => put('labels', label, isOn)}
      />
      {conversationId && (
        <div className="mt-3">
          <LabelGroup
            title={t('Labels of this conversation')}
            what={t('this conversation')}
            labels={view.conversationLabels}
            onPut={(label, isOn) => put('conversationLabels', label, isOn)}
          />
        </div>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-[13.5px] text-error">
          {problem}
        </p>
      )}
    </section>
  );
}

interface LabelGroupProps {
  readonly title: string;
  readonly what: string;
  readonly labels: readonly LabelView[];
  readonly onPut: (label: LabelView, isOn: boolean) => void;
}

function LabelGroup({ title, what, labels, onPut }: LabelGroupProps) {
  function choose() {
    openPalette({
      ask: t('Label {what}', { what }),
      async read() {
        const all = await personApi.readLabels();
        return all.map((label) => {
          const isOn = labels.some(({ id }) => id === label.id);
          return {
            id: label.id,
            name: label.name,
            icon: isOn ? 'check' : 'tag',
            ...(isOn && { note: t('On it: take it off') }),
            run: () => onPut(label, !isOn),
          } as const;
        });
      },
    });
  }
  return (
    <>
      <h3 dir="auto">{title}</h3>
      <ul className="mt-1.5 flex flex-wrap items-center gap-1.5">
        {labels.map((label) => (
          <li key={label.id} className="flex max-w-full items-center">
            <Tag tone={label.colour}>{label.name}</Tag>
            <button
              type="button"
              className="grid size-6 place-items-center text-ink-3 hover:text-ink"
              aria-label={t('Take off {name}', { name: label.name })}
              onClick={() => onPut(label, false)}
            >
              <Icon name="x" size={13} />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="panel-add" onClick={choose}>
            <Icon name="plus" size={14} />
            <span>
              {t('Add')}
              <span className="sr-only"> {t('a label to {what}', { what })}</span>
            </span>
          </button>
        </li>
      </ul>
    </>
  );
}
