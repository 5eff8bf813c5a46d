export const LABEL_NAME_MAX_LENGTH = 40;

export const LABEL_COLOURS = ['grey', 'blue', 'sky', 'green', 'amber', 'red'] as const;

export type LabelColour = (typeof LABEL_COLOURS)[number];

export interface LabelView {
  readonly id: string;
  readonly name: string;
  readonly colour: LabelColour;
}

export interface LabelInList extends LabelView {
  readonly visitorCount: number;
  readonly conversationCount: number;
}
