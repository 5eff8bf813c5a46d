import type { Topic } from '../../../chat/protocol/rules.ts';
import { SOURCE_LANGUAGE } from '../../../platform/languages.ts';
import type { OrderContext } from '../order-context.server.ts';

/** The topic of rule 247. Its id stays the same if the operator renames the topic. */
const ORDER_TOPIC = 'orders';

export function orderTopic({ catalogue }: Pick<OrderContext, 'catalogue'>): Topic {
  const topics = catalogue.words.topics(SOURCE_LANGUAGE);
  const topic = topics.find(({ id }) => id === ORDER_TOPIC) ?? topics[0];
  if (!topic) throw new Error('The shop has no topic');
  return { id: topic.id, name: topic.name };
}
