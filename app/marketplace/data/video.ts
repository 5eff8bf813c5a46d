import type { ServiceRecord } from '../service.ts';

export const video: readonly ServiceRecord[] = [
  {
    title: 'Video Editing',
    area: 'editing-post-production',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Cuts, colour and sound that keep people watching.',
    description:
      'Send up to 90 minutes of footage and a few lines on who will watch it. We assemble a rough cut of up to six minutes, agree it with you, then lock the picture and finish: cameras matched and graded, dialogue cleaned, one licensed music track, titles and lower thirds. Two rounds of changes are included. You receive a 4K master in ProRes and a web copy in H.264, mixed to the loudness your platform expects.',
  },
  {
    title: 'Visual Effects',
    area: 'editing-post-production',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Three shots composited so well that nobody asks how.',
    description:
      'Three shots of up to eight seconds each: screen inserts, wire and logo removal, green-screen keying, a replaced sky or a tracked title. Plates come from you as ungraded camera originals or ProRes, with handles of twelve frames if you have them. The finished shots go back at the same resolution, frame rate and colour space, as ProRes 4444 or EXR sequences that drop straight into your timeline. Each shot has two rounds of notes.',
  },
  {
    title: 'Video Art',
    area: 'editing-post-production',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'An original moving image for a wall, a window or a stage.',
    description:
      'For a lobby, a shop window, a gallery wall or the screen behind a band: one original piece of up to 60 seconds that loops with no visible join. Tell us about the room, the mood and the exact pixel size of the screen, however odd. We show three style frames and animate the one you choose, with one round of changes. Files are ProRes and H.264, silent or with an ambient bed, licensed for that display and your own channels.',
  },
  {
    title: 'Intro & Outro Videos',
    area: 'editing-post-production',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A matching opener and end screen for your channel.',
    description:
      'The two are designed as a pair: an opener of five to eight seconds and an outro of up to twenty, with clear space where the end-screen cards sit. All we need is your logo as a vector file, your colours and two channels whose openers you like. The price includes a sketched storyboard, animation, licensed sound and two revisions. Expect 1080p and vertical versions, each with and without music, plus a transparent ProRes 4444 file for your editor.',
  },
  {
    title: 'Subtitles & Captions',
    area: 'editing-post-production',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Accurate, well-timed text for every audience.',
    description:
      'One language, up to 60 minutes of finished video. We transcribe by ear, break lines by sense, keep reading speed under 17 characters a second and respect shot changes. Captions for deaf and hard-of-hearing viewers add speaker names and sound cues. Files come as SRT and WebVTT, or TTML where a broadcaster asks for it, with a burned-in copy if you want one. Send names and terms beforehand; one correction round is included.',
  },
  {
    title: 'Video Ads & Commercials',
    area: 'social-marketing-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'One offer, thirty seconds, and a clear thing to do next.',
    description:
      'A good advert makes one promise and asks for one action, so we begin by agreeing both. From there: a script of about 70 words, a shot list, and a 30-second film cut from your footage, licensed stock and motion graphics, with music and a professional voice. The same edit is cut down to 15 and 6 seconds. All three are exported in 16:9, 1:1 and 9:16, captioned, with two revision rounds and paid-media usage cleared.',
  },
  {
    title: 'Social Media Videos',
    area: 'social-marketing-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Five short clips that make sense with the sound off.',
    description:
      'Five vertical clips of 15 to 40 seconds for Reels, Shorts, TikTok or LinkedIn. Upload phone footage, a webinar or a podcast recording of up to two hours; our editor picks the moments, puts the point in the first two seconds and keeps text clear of the app buttons. Captions are burned in and every clip gets a cover frame. Both 9:16 and 4:5 exports are supplied, with one round of changes across the set.',
  },
  {
    title: 'Music Videos',
    area: 'social-marketing-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A picture for your track, cut on the beat.',
    description:
      'Pick one of three routes for a track of up to four minutes. We edit the performance takes you filmed, synced to the studio master; or animate a lyric video in type that suits the song; or build a visualiser from your cover art and stock footage. Supply the WAV, the lyrics and anything you have shot. After a treatment on one page come the edit, the grade and two rounds, then a 4K master and three vertical teasers.',
  },
  {
    title: 'Slideshow Videos',
    area: 'social-marketing-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Your photographs, put in order and paced to music.',
    description:
      'Anniversaries, retirements, award nights, a year on site: give us up to 80 photographs and ten short clips, and we return a film of four to five minutes. Pictures are sorted into a story, straightened, cropped for the screen and evened out in colour before slow moves and captions are added. Two licensed music tracks and two revision rounds are part of the price. It plays from a USB stick, a projector or a web page in 1080p or 4K.',
  },
  {
    title: 'Animated Explainers',
    area: 'explainer-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'What you do and why it matters, drawn in one minute.',
    description:
      'Sixty seconds of 2D animation, from blank page to finished file. After a half-hour call we write a script of around 150 words, then draw a storyboard of eight to ten frames in your colours; nothing is animated until you approve both. Voice-over in one language, music and sound effects are included, as are two revisions at each stage. Handover: a 1080p MP4, a silent looped cut for your home page and a subtitle file.',
  },
  {
    title: 'Live Action Explainers',
    area: 'explainer-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A presenter, a plain set and your idea in ninety seconds.',
    description:
      'When people need a face to trust, film beats drawing. Choose a presenter from our list; we write up to 200 words with you, record them in our studio on a plain or keyed background, and add graphics, product shots and captions. The finished explainer runs up to 90 seconds. Studio time, presenter fee, teleprompter, edit and one year of web usage are covered, along with two edit rounds. A script changed after filming means a new recording.',
  },
  {
    title: 'Screencasting Videos',
    area: 'explainer-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Software shown step by step, without the fumbling.',
    description:
      'Give us a demo account and the task your users get stuck on. We script each click, record at high resolution with a calm cursor and invented data, then edit out the waiting, zoom to what matters and add callouts and narration. One video of up to six minutes or three of two minutes each. MP4 files with chapters and captions are supplied, plus the recording project, so a changed button can be re-shot without starting over.',
  },
  {
    title: 'eLearning Video Production',
    area: 'explainer-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'One lesson, scripted, narrated and ready for your LMS.',
    description:
      'Turns a slide deck or a procedure into a lesson of up to seven minutes. An instructional designer first writes two or three learning objectives for you to approve, then the script, and five check questions that test those objectives rather than memory for wording. Slides are redrawn, animated and narrated. The package is an MP4 with captions and a transcript, and a SCORM 1.2 module that reports completion and score, tried out in your own LMS. Two review rounds.',
  },
  {
    title: 'Character Animation',
    area: 'animation',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A character with weight, timing and a point of view.',
    description:
      'One 2D character, designed or redrawn from your mascot, rigged, and animated for up to 20 seconds. The work runs in the usual order: model sheet, key poses, a timed animatic, then full animation with lip-sync to a voice track you supply or we record. You comment at each step, twice at most, because a changed pose is cheap and a changed shot is not. Delivered on a transparent background and on a simple scene, with the rig file.',
  },
  {
    title: 'Animated GIFs',
    area: 'animation',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Eight small loops for mails, chats and product pages.',
    description:
      'Eight loops of two to four seconds on one theme: reactions, product details, banners or stickers. Since some mail programs show only the first frame, that frame carries the message by itself. Palettes are reduced by hand, so gradients do not band and files stay under 1 MB. Rough sketches come first, then the finished set with one round of changes. Each loop is supplied as GIF, animated WebP and MP4, at the sizes you name.',
  },
  {
    title: 'Animation for Kids',
    area: 'animation',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Gentle, funny stories at the pace small children follow.',
    description:
      'Up to 45 seconds for a nursery rhyme, a classroom topic or the start of a series. Tell us the age group: threes need one action at a time and a pause to answer, sevens want jokes. Two characters and two backgrounds are drawn for you, then animated in 2D with voices, music and sound. No rapid cuts, no flashing above safe limits, no hidden advertising. You approve the storyboard, and two rounds follow before the 4K master.',
  },
  {
    title: 'Animation for Streamers',
    area: 'animation',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Alerts, scenes and a stinger that load straight into OBS.',
    description:
      'A full animated pack in one style: starting, break and ending scenes, a webcam frame, a stinger transition, and alerts for follows, subscriptions, raids and tips. We work from your logo, emotes or a sketch. Everything is encoded as WebM with transparency and kept light enough not to cost you frames; the stinger comes with its cut point in milliseconds. Sound effects are cleared for streaming and clips. Two revisions, and a setup sheet for OBS and Streamlabs.',
  },
  {
    title: '3D Product Animation',
    area: 'product-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Your product turned, lit and opened up in 3D.',
    description:
      'Fifteen seconds of one product, rendered before the first unit leaves the factory if need be. Send CAD data as STEP or FBX, or photographs with dimensions for a simple object. We clean the geometry, build materials against your samples, light it, and animate a turntable, an exploded view or a short use sequence. Grey previews are for judging the camera; final renders start after approval. One 4K film and three stills, with two rounds at preview stage.',
  },
  {
    title: 'E-Commerce Product Videos',
    area: 'product-videos',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Three short films that answer what shoppers ask.',
    description:
      'Post us up to three products. Each is filmed on white and in one simple setting, and edited to 20 or 30 seconds that settle the questions behind most returns: how large, how it opens, how it feels, what is in the box. Text stays short, and prices stay out so the film does not date. You get landscape, square and vertical files within the limits of the big marketplaces, plus a thumbnail for each. One revision round; return postage included.',
  },
  {
    title: 'Logo Animation',
    area: 'motion-graphics',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Four seconds in which your logo arrives and stays.',
    description:
      'From a layered vector file and a short talk about what the mark stands for, we sketch two directions as still frames. The one you prefer is animated for three to six seconds, eased by hand and given a short sound of its own, with two rounds to get the landing right. Files cover the places it will live: ProRes 4444 with transparency, MP4 on light, dark and brand colours, a square cut for social profiles and a GIF for signatures.',
  },
  {
    title: 'Lottie & Web Animation',
    area: 'motion-graphics',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Light vector motion for apps and sites, ready to ship.',
    description:
      'Up to three vector animations, such as an empty state, a loader or an onboarding scene, drawn from your Figma or SVG files. They use only features the players support, so what you approve is what renders on iOS, Android and the web. Each JSON stays below 100 KB where the artwork allows, with named markers for states and a still frame for people who prefer reduced motion. Your developers also get a working HTML page. Two rounds included.',
  },
  {
    title: 'Filmed Video Production',
    area: 'filmed-video-production',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Half a day with our camera, then a finished film.',
    description:
      'A four-hour shoot at one location with one camera operator, who brings lights, two radio microphones and a 4K camera. Before the day you get a shot list and a call sheet; you provide the people, the permissions and a quiet room. We edit an interview, event or company portrait of up to two minutes, graded and with licensed music, in two rounds. All rushes are yours. Travel beyond 40 km is quoted before you commit.',
  },
  {
    title: 'Book Trailers',
    area: 'miscellaneous-video',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'One minute of your book, with the ending kept safe.',
    description:
      'We read your synopsis and first three chapters, then write a trailer of 45 to 60 seconds that sets the premise, raises the question and stops. Images come from licensed footage, your cover art and animated type; a voice actor reads up to 80 words, in the accent the story calls for. The last frame shows the cover, the date and where to buy. Script approval, two edit rounds, landscape and vertical files, and a silent version for fairs.',
  },
  {
    title: 'Meditation Videos',
    area: 'miscellaneous-video',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'Ten quiet minutes of picture, voice and sound.',
    description:
      'A guided session of up to ten minutes, or an hour-long loop without speech. Bring your script or outline; our writer adjusts it for breathing pauses, and a narrator of your choice records it close and dry. Long dissolves, low brightness and level sound keep anything from startling a listener whose eyes are closed. Footage and music are licensed for streaming channels and apps. You receive the 4K video, a separate WAV of the audio, and two rounds of changes.',
  },
  {
    title: 'Real Estate Promos',
    area: 'miscellaneous-video',
    price: { amount: 50000, currency: 'USD', unit: 'flat', cents: true },
    summary: 'A walk through the property in ninety seconds.',
    description:
      'Built from the photographs, phone clips and drone footage you upload, up to 60 files for one property. Rooms follow the order of a real viewing; verticals are straightened, window light is balanced, and captions give room sizes and the floor plan. A voice-over of 120 words is optional at no extra charge. Two cuts arrive: one with your name and number, one unbranded for listing services that require it, both also in vertical. One round of corrections.',
  },
];
