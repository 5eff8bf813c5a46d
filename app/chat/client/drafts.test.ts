import { expect, test } from 'vitest';
import { memoryStorage, saveText } from '../../ui/browser-storage.ts';
import { dropDraftsOfOthers } from '../inbox/drop-drafts-of-others.ts';
import { loadDraft, TAKEN_IN } from './typed-text.ts';

test('a draft is found again under its own name alone', () => {
  const storage = memoryStorage();
  saveText(storage, 'agent_draft:1', 'Hello');
  expect(loadDraft(storage, 'agent_draft:1')).toBe('Hello');
  expect(loadDraft(storage, 'agent_draft:2')).toBe('');
});

test('an empty draft leaves nothing behind', () => {
  const storage = memoryStorage();
  saveText(storage, 'agent_draft:1', 'Hello');
  saveText(storage, 'agent_draft:1', '');
  expect(storage.length).toBe(0);
});

test('drafts are found again after a sign-out, but not by the next member at this browser', () => {
  const storage = memoryStorage();
  saveText(storage, 'agent_draft:1', 'From before anybody was known');
  dropDraftsOfOthers('maya', storage);
  saveText(storage, 'agent_draft:2:note', 'Between us');
  saveText(storage, 'visitor_note:2', '{}');
  saveText(storage, 'theme', 'dark');
  dropDraftsOfOthers('maya', storage);
  expect(loadDraft(storage, 'agent_draft:1')).toBe('From before anybody was known');
  expect(loadDraft(storage, 'agent_draft:2:note')).toBe('Between us');
  dropDraftsOfOthers('leo', storage);
  expect(storage.length).toBe(2);
  expect(storage.getItem('theme')).toBe('dark');
});

test('a draft that somebody else made too long comes back cut', () => {
  const storage = memoryStorage();
  saveText(storage, 'agent_draft:1', 'x'.repeat(TAKEN_IN * 2));
  expect(loadDraft(storage, 'agent_draft:1')).toHaveLength(TAKEN_IN);
});

test('where storage is forbidden or full, the page goes on without', () => {
  const forbid = () => {
    throw new DOMException('No', 'SecurityError');
  };
  const storage = Object.assign(memoryStorage(), {
    getItem: forbid,
    setItem: forbid,
    removeItem: forbid,
  });
  expect(() => saveText(storage, 'agent_draft:1', 'Hello')).not.toThrow();
  expect(loadDraft(storage, 'agent_draft:1')).toBe('');
});
