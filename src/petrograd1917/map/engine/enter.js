// The entrance of what waited in the wings.

window.petrogradEnter = (stage) => {
  stage.savePicture = () => savePicture(stage);
};
