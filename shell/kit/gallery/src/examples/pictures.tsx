import { Gallery, type GalleryImage, Picture, ThemedPicture } from '@portfolio/kit';

const images: readonly GalleryImage[] = [
  { path: 'ruby.svg', width: 160, height: 120, alt: 'kit.example.ruby' },
  {
    path: 'sapphire.svg',
    width: 160,
    height: 120,
    alt: 'kit.example.sapphire',
    description: 'kit.example.text',
  },
];

export function Pictures() {
  return (
    <>
      <Picture path="ruby.svg" alt="kit.example.ruby" width={160} height={120} size="64px" />
      <ThemedPicture
        path="ruby.svg"
        darkPath="sapphire.svg"
        alt="kit.example.ruby"
        width={160}
        height={120}
        size="64px"
      />
      <Gallery images={images} size="6rem" isSquare />
    </>
  );
}
