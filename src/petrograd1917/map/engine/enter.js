// The entrance of what waited in the wings.

window.petrogradEnter = (stage, { main, field }) => {
  main.querySelector('.bar').before(timelinePanel(stage));
  addQuiz(stage, main);
  addFirsts(stage, field);
  addNights(stage, field);
  addVoice(stage, main);
  addHand(stage);
  addKiosk(stage, main);
  stage.showAccount = addAccount(stage, main, field);
  stage.toggleTimeline = () => stage.timeline.toggle();
  stage.savePicture = () => savePicture(stage);
};
