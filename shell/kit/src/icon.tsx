import type { IconName } from '@portfolio/contract/pages.ts';
import * as drawings from 'lucide-react';

const icons: Record<IconName, drawings.LucideIcon> = {
  house: drawings.House,
  'gamepad-2': drawings.Gamepad2,
  mail: drawings.Mail,
  newspaper: drawings.Newspaper,
  'book-open': drawings.BookOpen,
  camera: drawings.Camera,
  music: drawings.Music,
  'code-xml': drawings.CodeXml,
  calendar: drawings.Calendar,
  star: drawings.Star,
  users: drawings.Users,
  'panel-top': drawings.PanelTop,
};

/** An icon by its name in `icons` of the contract; a plain one for any other name. */
export function Icon({ name, size }: { name: string; size: number }) {
  const Drawing = Object.hasOwn(icons, name) ? icons[name as IconName] : drawings.PanelTop;
  return <Drawing size={size} aria-hidden="true" />;
}
