import chat from '../../content/chat.json' with { type: 'json' };

export function topicIdOf(name: string): string {
  const topic = chat.topics.find((known) => known.name === name);
  if (!topic) throw new Error(`No installation begins with the topic '${name}'`);
  return topic.id;
}
