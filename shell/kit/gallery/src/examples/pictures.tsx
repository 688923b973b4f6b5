import {
  Gallery,
  type GalleryImage,
  Picture,
  type PictureProps,
  SharedPicture,
  Text,
  useResource,
} from '@portfolio/kit';
import { useId } from 'react';

const ruby: PictureProps = {
  path: 'ruby.svg',
  alt: 'kit.example.ruby',
  width: 160,
  height: 120,
};

export function Pictures() {
  return (
    <>
      <Picture {...ruby} />
      <Picture {...ruby} size="64px" isSquare />
    </>
  );
}

const gems: readonly GalleryImage[] = [
  { path: 'ruby.svg', width: 160, height: 120, alt: 'kit.example.ruby' },
  {
    path: 'sapphire.svg',
    width: 160,
    height: 120,
    alt: 'kit.example.sapphire',
    header: 'kit.example.sapphire',
    description: 'kit.example.text',
  },
];

export function Galleries() {
  return <Gallery images={gems} size="6rem" isSquare />;
}

export function PicturesOnTwoPages() {
  // On both pages the same, such as "ruby"; here the example is shown twice.
  const name = useId();
  return (
    <SharedPicture name={name}>
      <Picture {...ruby} size="96px" />
    </SharedPicture>
  );
}

export function OtherFiles() {
  const address = useResource();
  return <Text as="a" href={address('ruby.svg')} path="kit.example.ruby" />;
}
