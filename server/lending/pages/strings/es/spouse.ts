import type { PageStrings } from '../page-strings.ts';

/** What Wisconsin residents are asked, in Spanish. */
export const spouse: PageStrings['spouse'] = {
  title: 'Para residentes de Wisconsin',
  why: 'La ley de Wisconsin nos obliga a informar al cónyuge de un préstamo como este. Lo preguntamos ahora que su préstamo está aprobado: su respuesta no influye en la decisión.',
  question: '¿Está casado o casada?',
  yes: 'Sí',
  no: 'No, o con separación legal',
  name: 'Nombre completo de su cónyuge',
  nameHint:
    'Solo si está casado o casada. Enviamos por correo a su cónyuge un aviso de este préstamo.',
  address: 'Dirección postal de su cónyuge',
  addressHint: 'Solo si no es la suya: calle, ciudad, estado y código postal.',
  missing: 'Responda si está casado o casada',
  missingName: 'Escriba el nombre completo de su cónyuge',
};
