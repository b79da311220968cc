import type { PageStrings } from '../page-strings.ts';

/** Why a link opens nothing, and how to go on, in Spanish. */
export const link: PageStrings['link'] = {
  unknownTitle: 'Este enlace no funciona',
  unknown:
    'Compruebe que copió el enlace completo o ábralo de nuevo desde el mensaje o la página de donde vino.',
  replacedTitle: 'Este enlace fue reemplazado',
  replaced: {
    invitation:
      'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
    terms: 'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
    charge: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
    portal: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
    preferences: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
  },
  expiredTitle: 'Este enlace venció',
  expired:
    'Los enlaces funcionan por tiempo limitado para proteger su información. Continúe con el último correo electrónico que le enviamos o vuelva al comercio para obtener un enlace nuevo.',
  nothingLeftTitle: 'Aquí no queda nada por hacer',
  nothingLeft:
    'Si desea saber más, consulte los correos electrónicos que le enviamos, pregunte al comercio o llámenos.',
  lockedTitle: 'Este enlace está bloqueado',
  locked:
    'Las respuestas no coincidieron demasiadas veces, así que este enlace ya no acepta ninguna. Los enlaces que le enviamos por correo electrónico sí.',
  dayLockedTitle: 'Bloqueado hasta mañana',
  dayLocked:
    'Las respuestas no coincidieron demasiadas veces hoy. Para protegerle, aquí no se puede confirmar nada hasta mañana: vuelva a probar este enlace entonces. Le enviamos un correo electrónico al respecto.',
  bothLocked:
    'Las respuestas no coincidieron demasiadas veces. Para protegerle, este enlace ya no acepta ninguna, y ningún otro lo hará hasta mañana.',
  mailed: {
    already_sent: 'Le enviamos un enlace nuevo por correo electrónico: úselo para continuar.',
    none: 'Para continuar, pida que le enviemos un enlace nuevo por correo electrónico.',
    too_many:
      'Ya le enviamos todos los enlaces que podemos enviar en un día. Inténtelo mañana o llámenos.',
  },
  mailAgain:
    'Ya tiene un enlace nuevo en su correo electrónico. Búsquelo también en la carpeta de correo no deseado o llámenos.',
  mailButton: 'Enviarme un enlace nuevo',
};
