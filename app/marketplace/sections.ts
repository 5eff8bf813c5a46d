/** The seven sections, their taglines and groups, word for word from SPEC §2. */
export interface Area {
  readonly id: AreaId;
  readonly title: string;
}

export interface Section {
  readonly id: SectionId;
  readonly title: string;
  readonly tagline: string;
  readonly areas: readonly Area[];
}

export type SectionId =
  | 'graphics'
  | 'business'
  | 'digital'
  | 'music'
  | 'programming'
  | 'video'
  | 'writing';

export type AreaId =
  | 'product-gaming'
  | 'visual-design'
  | 'print-design'
  | 'packaging-covers'
  | 'marketing-design'
  | 'formation-consulting'
  | 'operations-management'
  | 'sales-customer-care'
  | 'legal-services'
  | 'methods-techniques'
  | 'analytics-strategy'
  | 'industry-purpose-specific'
  | 'voice-over-streaming'
  | 'websites'
  | 'application-development'
  | 'software-development'
  | 'mobile-apps'
  | 'it-support'
  | 'editing-post-production'
  | 'social-marketing-videos'
  | 'explainer-videos'
  | 'animation'
  | 'product-videos'
  | 'motion-graphics'
  | 'filmed-video-production'
  | 'miscellaneous-video'
  | 'content-writing'
  | 'editing-critique'
  | 'book-ebook-publishing'
  | 'translation-transcription'
  | 'business-marketing-copy'
  | 'career-writing'
  | 'miscellaneous-writing';

export const SECTIONS: readonly Section[] = [
  {
    id: 'graphics',
    title: 'Graphics & Design',
    tagline: 'Designs that define your brand.',
    areas: [
      { id: 'product-gaming', title: 'Product & Gaming' },
      { id: 'visual-design', title: 'Visual Design' },
      { id: 'print-design', title: 'Print Design' },
      { id: 'packaging-covers', title: 'Packaging & Covers' },
      { id: 'marketing-design', title: 'Marketing Design' },
    ],
  },
  {
    id: 'business',
    title: 'Business Services',
    tagline: 'Where your business evolves.',
    areas: [
      { id: 'formation-consulting', title: 'Formation & Consulting' },
      { id: 'operations-management', title: 'Operations & Management' },
      { id: 'sales-customer-care', title: 'Sales & Customer Care' },
      { id: 'legal-services', title: 'Legal Services' },
    ],
  },
  {
    id: 'digital',
    title: 'Digital Marketing',
    tagline: 'Define your brand. Dominate your market.',
    areas: [
      { id: 'methods-techniques', title: 'Methods & Techniques' },
      { id: 'analytics-strategy', title: 'Analytics & Strategy' },
      { id: 'industry-purpose-specific', title: 'Industry & Purpose-Specific' },
    ],
  },
  {
    id: 'music',
    title: 'Music & Audio',
    tagline: 'Stay in tune. Let your sound be heard.',
    areas: [{ id: 'voice-over-streaming', title: 'Voice Over & Streaming' }],
  },
  {
    id: 'programming',
    title: 'Programming & Tech',
    tagline: 'Technology that works for you.',
    areas: [
      { id: 'websites', title: 'Websites' },
      { id: 'application-development', title: 'Application Development' },
      { id: 'software-development', title: 'Software Development' },
      { id: 'mobile-apps', title: 'Mobile Apps' },
      { id: 'it-support', title: 'IT Support' },
    ],
  },
  {
    id: 'video',
    title: 'Video & Animation',
    tagline: 'Where stories come alive on screen.',
    areas: [
      { id: 'editing-post-production', title: 'Editing & Post Production' },
      { id: 'social-marketing-videos', title: 'Social & Marketing Videos' },
      { id: 'explainer-videos', title: 'Explainer Videos' },
      { id: 'animation', title: 'Animation' },
      { id: 'product-videos', title: 'Product Videos' },
      { id: 'motion-graphics', title: 'Motion Graphics' },
      { id: 'filmed-video-production', title: 'Filmed Video Production' },
      { id: 'miscellaneous-video', title: 'Miscellaneous' },
    ],
  },
  {
    id: 'writing',
    title: 'Writing & Translation',
    tagline: 'Breaking language barriers, building global connections.',
    areas: [
      { id: 'content-writing', title: 'Content Writing' },
      { id: 'editing-critique', title: 'Editing & Critique' },
      { id: 'book-ebook-publishing', title: 'Book & eBook Publishing' },
      { id: 'translation-transcription', title: 'Translation & Transcription' },
      { id: 'business-marketing-copy', title: 'Business & Marketing Copy' },
      { id: 'career-writing', title: 'Career Writing' },
      { id: 'miscellaneous-writing', title: 'Miscellaneous' },
    ],
  },
];
