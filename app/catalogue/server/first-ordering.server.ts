import arOrdering from '../../../content/ar/ordering.json' with { type: 'json' };
import deOrdering from '../../../content/de/ordering.json' with { type: 'json' };
import esOrdering from '../../../content/es/ordering.json' with { type: 'json' };
import ordering from '../../../content/ordering.json' with { type: 'json' };
import type { IntakeForm, IntakeQuestion } from '../../orders/intake/intake-form.ts';
import { ANY_QUANTITY, type QuantityRule } from '../../orders/pricing/quantity.ts';
import type { TRANSLATED_LANGUAGES } from '../../platform/languages.ts';
import { NO_REQUESTS, type IncludedRequests } from '../../shop/included-requests.ts';
import type { ServiceChecklistItem } from '../../shop/checklist.ts';
import type { Ordering, ServiceOption } from '../../shop/service.ts';

interface Choices {
  readonly options?: readonly string[];
  readonly intake?: readonly string[];
  readonly checklist?: readonly string[];
  readonly quantity?: QuantityRule;
  readonly requests?: IncludedRequests;
}

// tests/unit/content.test.ts checks the file against these types.
const FIRST = ordering as unknown as {
  readonly options: Readonly<Record<string, Omit<ServiceOption, 'id'>>>;
  readonly questions: Readonly<Record<string, Omit<IntakeQuestion, 'id'>>>;
  readonly steps: Readonly<Record<string, Omit<ServiceChecklistItem, 'id'>>>;
  readonly sections: Readonly<Record<string, Choices>>;
  readonly services: Readonly<Record<string, Choices>>;
};

interface Translated {
  readonly options: Readonly<
    Record<string, { readonly title: string; readonly description?: string }>
  >;
  readonly questions: Readonly<
    Record<
      string,
      {
        readonly label: string;
        readonly help?: string;
        readonly choices?: Readonly<Record<string, string>>;
      }
    >
  >;
  /** Only of steps that buyers see. */
  readonly steps: Readonly<Record<string, string>>;
}

const TRANSLATED: Readonly<Record<(typeof TRANSLATED_LANGUAGES)[number], Translated>> = {
  es: esOrdering,
  de: deOrdering,
  ar: arOrdering,
};

/** The choices of a service win over those of its section. */
export function readFirstOrdering(section: string, address: string): Ordering {
  const chosen: Choices = { ...FIRST.sections[section], ...FIRST.services[address] };
  return {
    options: (chosen.options ?? []).map((id): ServiceOption => ({
      id,
      ...required(FIRST.options, id),
    })),
    intake: (chosen.intake ?? []).map((id): IntakeQuestion => ({
      id,
      ...required(FIRST.questions, id),
    })),
    quantity: chosen.quantity ?? ANY_QUANTITY,
    isOrderable: true,
    allowsOnce: true,
    allowsSubscription: true,
    requests: chosen.requests ?? NO_REQUESTS,
    taxRate: '',
    deposit: null,
    checklist: (chosen.checklist ?? []).map((id): ServiceChecklistItem => ({
      id,
      ...required(FIRST.steps, id),
    })),
  };
}

function required<T>(all: Readonly<Record<string, T>>, id: string): T {
  const found = all[id];
  if (!found) throw new Error(`content/ordering.json has no ${id}`);
  return found;
}

/** The names are those of `textsToTranslate`. */
export function translateFirstOrdering(
  language: keyof typeof TRANSLATED,
  { options, intake, checklist }: Pick<Ordering, 'options' | 'intake' | 'checklist'>,
): Record<string, string> {
  const { options: titles, questions, steps } = TRANSLATED[language];
  return Object.fromEntries(
    [
      ...options.flatMap(({ id }) => [
        [`option.${id}`, titles[id]?.title],
        [`option.${id}.description`, titles[id]?.description],
      ]),
      ...translateIntake(intake, questions),
      ...checklist.map(({ id }) => [`checklist.${id}`, steps[id]]),
    ].filter(([, text]) => text !== undefined),
  ) as Record<string, string>;
}

function translateIntake(intake: IntakeForm, questions: Translated['questions']) {
  return intake.flatMap(({ id, choices }) => [
    [`intake.${id}`, questions[id]?.label],
    [`intake.${id}.help`, questions[id]?.help],
    ...choices.map((choice) => [`intake.${id}.${choice.id}`, questions[id]?.choices?.[choice.id]]),
  ]);
}
