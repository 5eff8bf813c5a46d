import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useCatalogueDesk } from '../../../../tests/support/catalogue-desk.ts';
import { causeOf } from '../../../../tests/support/orders.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { saveDraft } from '../drafts/save-draft.server.ts';
import { publishDrafts } from '../publish/publish-drafts.server.ts';
import { undoPublication } from '../publish/undo-publication.server.ts';
import { services } from '../tables.server.ts';
import { textsToTranslate } from '../../protocol/translations.ts';
import { toRow } from '../transfer/columns.ts';
import { readServiceTexts, writeServiceTexts } from './service-texts.ts';
import type { Texts } from '../../protocol/read-texts.ts';

const desk = useCatalogueDesk();
const { store } = desk;

const translation = () => {
  const found = desk.live.current.findService('writing', 'translation');
  if (!found) throw new Error('There is no such service');
  return found;
};
const entryOf = (id: string) => {
  const found = desk.live.current.content.services.find((service) => service.id === id);
  if (!found) throw new Error('There is no such entry');
  return found;
};
const save = (typed: Texts) =>
  saveDraft(desk.appContext, desk.ines, {
    kind: 'service',
    id: translation().id,
    typed,
    isWhole: false,
    shown: {},
  });
const publishAll = async () => {
  const drafts = (await readDrafts(store.db)).map(({ kind, id, version }) => ({
    kind,
    id,
    version,
  }));
  return publishDrafts(desk.appContext, desk.ines, { drafts, note: '' });
};
const read = (typed: Texts) =>
  readServiceTexts({ ...writeServiceTexts(entryOf(translation().id)), ...typed });

describe('options, questions and quantities of a service', () => {
  test('come with the initial catalogue, in every language', () => {
    const { options, intake, quantity, isOrderable } = translation();
    expect(options.map(({ id }) => id)).toEqual(['express', 'second-editor', 'certificate']);
    expect(intake[0]).toMatchObject({ label: 'Language of the original', isRequired: true });
    expect({ quantity, isOrderable }).toEqual({
      quantity: { minimum: 250, step: 1, maximum: 100_000 },
      isOrderable: true,
    });
    const german = desk.live.current.in('de').findService('writing', 'translation');
    expect(german?.options[0]).toMatchObject({ id: 'express', title: 'Expresslieferung' });
    expect(german?.intake[0]?.label).toBe('Sprache des Originals');
  });

  test('are drafted, published as one revision, and undone', async () => {
    const before = translation();
    expect(
      await save({
        'option.0.title': 'By tomorrow',
        'option.0.price': '12.5%',
        'option.0.days': '-6',
        'option.3.title': 'Layout',
        'option.3.price': '49.90',
        'option.3.maximum': '4',
        'quantity.minimum': '100',
        'quantity.step': '50',
        isOrderable: 'no',
      }),
    ).toMatchObject({ kind: 'saved', isDraft: true });
    expect(translation()).toEqual(before);
    await publishAll();
    const { options, quantity, isOrderable } = translation();
    // The title changed, the id did not: orders and translations refer to the id.
    expect(options[0]).toMatchObject({
      id: 'express',
      title: 'By tomorrow',
      price: { kind: 'percentage', percentage: 12_500 },
      days: -6,
    });
    expect(options[3]).toEqual({
      id: 'layout',
      title: 'Layout',
      description: '',
      price: { kind: 'amount', amount: 4990 },
      days: 0,
      maximum: 4,
    });
    expect(quantity).toEqual({ minimum: 100, step: 50, maximum: 100_000 });
    expect(isOrderable).toBe(false);
    await undoPublication(desk.appContext, desk.ines, desk.live.current.revision);
    expect(translation()).toEqual(before);
  });

  test('that are wrong are errors at their fields', () => {
    const { faults } = read({
      'option.0.title': '',
      'option.1.price': '1001%',
      'option.2.days': '1000',
      'quantity.minimum': '300',
      'quantity.maximum': '200',
      'intake.0.label': '',
      'intake.0.help': 'A help without a question',
      'intake.1.type': 'single-choice',
      'intake.1.choices': 'Only one',
      'intake.2.type': 'telepathy',
      'intake.3.type': 'multiple-choice',
      'intake.3.choices': 'Same\nsame',
    });
    expect(Object.keys(faults).toSorted()).toEqual([
      'intake.0.label',
      'intake.1.choices',
      'intake.2.type',
      'intake.3.choices',
      'option.0.title',
      'option.1.price',
      'option.2.days',
      'quantity.maximum',
    ]);
  });

  test('include requests of a subscription, which are translated, exported and checked', async () => {
    await save({
      'requests.perPeriod': '5',
      'requests.concurrent': '2',
      'requests.label': 'articles',
    });
    await publishAll();
    const requests = { perPeriod: 5, concurrent: 2, label: 'articles' };
    expect(translation().requests).toEqual(requests);
    const service = entryOf(translation().id);
    expect(toRow(service)).toMatchObject({
      'requests.perPeriod': '5',
      'requests.label': 'articles',
    });
    expect(readServiceTexts(toRow(service)).fields.requests).toEqual(requests);
    expect([...textsToTranslate('service', { ...service })]).toContainEqual([
      'requests.label',
      { text: 'articles', limit: 60 },
    ]);
    const { faults } = read({ 'requests.perPeriod': '1000', 'requests.concurrent': '0' });
    expect(Object.keys(faults)).toEqual(['requests.perPeriod', 'requests.concurrent']);
    // Without a number the rest means nothing.
    expect(read({ 'requests.perPeriod': '' }).fields.requests).toMatchObject({ perPeriod: 0 });
    expect(read({}).faults).toEqual({});
  });

  test('include a checklist, whose shown steps are translated, and which no page of the shop has', async () => {
    await save({
      'checklist.0.id': '',
      'checklist.0.title': 'First draft',
      'checklist.0.days': '2',
      'checklist.0.isShown': 'yes',
      'checklist.0.assignee': 'maya',
      'checklist.1.id': '',
      'checklist.1.title': 'Internal review',
      'checklist.1.days': '',
      'checklist.1.isShown': '',
      'checklist.2.title': '',
      'checklist.2.days': '',
    });
    await publishAll();
    const service = entryOf(translation().id);
    const checklist = [
      { id: 'first-draft', title: 'First draft', days: 2, isShown: true, assigneeId: 'maya' },
      { id: 'internal-review', title: 'Internal review', days: null, isShown: false },
    ];
    expect(service.checklist).toEqual(checklist);
    expect(toRow(service)).toMatchObject({
      'checklist.0.days': '2',
      'checklist.0.assignee': 'maya',
      'checklist.1.isShown': 'no',
      'checklist.1.assignee': '',
      'checklist.2.title': '',
    });
    expect(readServiceTexts(toRow(service)).fields.checklist).toEqual(checklist);
    const names = [...textsToTranslate('service', { ...service }).keys()];
    expect(names.filter((name) => name.startsWith('checklist.'))).toEqual([
      'checklist.first-draft',
    ]);
    const german = desk.live.current.in('de').findService('writing', 'translation');
    expect(JSON.stringify([translation(), german])).not.toContain('first-draft');
    expect(
      Object.keys(read({ 'checklist.0.title': '', 'checklist.0.days': '731' }).faults),
    ).toEqual(['checklist.0.title', 'checklist.0.days']);
  });

  test('with equal titles get different ids', () => {
    const { fields } = read({
      'option.3.title': 'Layout',
      'option.3.price': '10',
      'option.4.title': 'Layout',
      'option.4.price': '20%',
      'option.4.maximum': '7',
    });
    expect(fields.options.slice(3)).toMatchObject([
      { id: 'layout', maximum: 1 },
      // A percentage applies once.
      { id: 'layout-2', maximum: 1 },
    ]);
  });

  test('that the catalogue must never hold are refused by the database', async () => {
    const write = (values: Partial<typeof services.$inferInsert>) =>
      causeOf(store.db.update(services).set(values).where(eq(services.id, translation().id)));
    const [option] = translation().options;
    const many = Array.from({ length: 11 }, () => option!);
    const steps = Array.from({ length: 26 }, () => ({
      id: 'a',
      title: 'A',
      days: 1,
      isShown: true,
    }));
    expect(await write({ checklist: steps })).toContain('services_checklist');
    expect(await write({ options: many })).toContain('services_options');
    for (const quantity of [
      { minimum: 0, step: 1, maximum: null },
      { minimum: 1, step: 0, maximum: null },
      { minimum: 5, step: 1, maximum: 4 },
      { minimum: 1, step: 1, maximum: 100_001 },
      {} as never,
    ]) {
      expect(await write({ quantity }), JSON.stringify(quantity)).toContain('services_quantity');
    }
  });
});
